// Any two releases, compared by the data beside the page: which texts belong to one rule is said there, words are
// compared here. Data comes as scripts, since a page opened from disk may load nothing else.
const { byId } = window.comprules;
const texts = new Map();
const lineages = new Map();
window.comprulesTexts = (name, data) => texts.set(name, data);
window.comprulesLineages = (name, data) => lineages.set(name, data);
const state = byId("state");
const result = byId("result");
const WORDS = 1500; // of a text: longer ones are shown whole, old and new
const SLICE = 12; // milliseconds of work at a time

const load = (address) => new Promise((done, fail) => {
  const script = document.createElement("script");
  script.src = address;
  script.onload = done;
  script.onerror = () => fail(new Error(address));
  document.head.append(script);
});
const fetchAll = async (name) => {
  if (!texts.has(name)) await Promise.all([load(`data/${name}.js`), load(`data/${name}.lineages.js`)]);
};

const split = (text) => text.match(/\s+|[\p{L}\p{N}’'.-]+|[^\s\p{L}\p{N}]/gu) ?? [];
// The longest common run of words by rows of lengths; then what is between is gone or new.
const words = (before, after) => {
  const [old, now] = [split(before), split(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [left, right] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const found = [["", old.slice(0, start).join("")]];
  if (left.length * right.length > WORDS * WORDS) found.push(["del", left.join("")], ["ins", right.join("")]);
  else {
    const rows = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
    for (let i = left.length - 1; i >= 0; i -= 1) {
      for (let j = right.length - 1; j >= 0; j -= 1) rows[i][j] = left[i] === right[j] ? rows[i + 1][j + 1] + 1 : Math.max(rows[i + 1][j], rows[i][j + 1]);
    }
    let [i, j] = [0, 0];
    while (i < left.length || j < right.length) {
      if (i < left.length && j < right.length && left[i] === right[j]) { found.push(["", left[i]]); i += 1; j += 1; }
      else if (i < left.length && (j >= right.length || rows[i + 1][j] >= rows[i][j + 1])) { found.push(["del", left[i]]); i += 1; }
      else { found.push(["ins", right[j]]); j += 1; }
    }
  }
  found.push(["", end ? old.slice(-end).join("") : ""]);
  return found;
};
// A blank between two edits goes with them, so that a phrase is one edit; deletions come before insertions.
const phrases = (pieces) => {
  const found = [];
  let pending = null;
  const flush = () => {
    if (!pending) return;
    const { del, ins } = pending;
    const kept = ins.trim() ? ins : del;
    found.push(["", kept.match(/^\s*/)[0]]);
    if (del.trim()) found.push(["del", del.trim()]);
    if (del.trim() && ins.trim()) found.push(["", " "]);
    if (ins.trim()) found.push(["ins", ins.trim()]);
    found.push(["", kept.match(/\s*$/)[0]]);
    pending = null;
  };
  for (const [kind, text] of pieces) {
    if (!text) continue;
    if (kind) { pending ??= { del: "", ins: "" }; pending[kind] += text; }
    else if (pending && !text.trim()) { pending.del += text; pending.ins += text; }
    else { flush(); found.push(["", text]); }
  }
  flush();
  return found;
};
const write = (paragraph, pieces) => {
  for (const [kind, text] of pieces) paragraph.append(kind ? Object.assign(document.createElement(kind), { textContent: text }) : text);
  return paragraph;
};
const row = (name, kind, pieces) => {
  const block = document.createElement("article");
  const head = block.appendChild(document.createElement("h2"));
  head.append(name);
  head.appendChild(document.createElement("b")).textContent = kind;
  block.append(write(document.createElement("p"), pieces));
  return block;
};

const pairs = function* (old, now) {
  const before = new Map(lineages.get(old).map((id, at) => [id, texts.get(old)[0][at]]));
  const seen = new Set();
  const places = new Map(lineages.get(old).map((id, at) => [id, at]));
  let place = 0;
  const gone = function* (until) {
    for (; place < until; place += 1) {
      const id = lineages.get(old)[place];
      if (!lineagesNow.has(id)) yield [texts.get(old)[0][place], null];
    }
  };
  const lineagesNow = new Set(lineages.get(now));
  for (const [at, id] of lineages.get(now).entries()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (places.has(id) && places.get(id) >= place) yield* gone(places.get(id));
    yield [before.get(id) ?? null, texts.get(now)[0][at]];
  }
  yield* gone(lineages.get(old).length);
  const terms = new Map(texts.get(old)[1]);
  const kept = new Map(texts.get(now)[1]);
  for (const [term, text] of kept) yield [terms.has(term) ? [term, terms.get(term)] : null, [term, text]];
  for (const [term, text] of terms) if (!kept.has(term)) yield [[term, text], null];
};

// Whether two texts differ in numbers of rules alone, which follow when others are numbered anew.
const isFollowed = (pieces, numbers) => pieces.every(([kind, text]) => !kind || text.split(/[\s–-]+/).every((word) => numbers.has(word.replace(/[^\p{L}\p{N}]+$/u, ""))));

let run = 0;
const compare = async () => {
  const mine = ++run;
  const [old, now] = [byId("old").value, byId("new").value];
  const isMoved = byId("moved").checked;
  result.replaceChildren();
  state.textContent = "Loading…";
  try { await Promise.all([fetchAll(old), fetchAll(now)]); } catch { state.textContent = "The data of these releases cannot be loaded."; return; }
  if (mine !== run) return;
  const numbers = new Set([old, now].flatMap((each) => texts.get(each)[0].map(([number]) => number)));
  const counts = new Map();
  const count = (kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  let end = performance.now() + SLICE;
  for (const [before, after] of pairs(old, now)) {
    if (!before) { count("added"); result.append(row(after[0], "added", [["ins", after[1]]])); }
    else if (!after) { count("removed"); result.append(row(before[0], "removed", [["del", before[1]]])); }
    else {
      const name = before[0] === after[0] ? after[0] : `${before[0]} → ${after[0]}`;
      const pieces = before[1] === after[1] ? [] : phrases(words(before[1], after[1]));
      if (pieces.length && isFollowed(pieces, numbers)) {
        count("with references that follow");
        if (isMoved) result.append(row(name, "references", pieces));
      } else if (pieces.length) { count("edited"); result.append(row(name, "edited", pieces)); }
      else if (before[0] !== after[0]) { count("renumbered"); if (isMoved) result.append(row(name, "renumbered", [])); }
    }
    if (performance.now() > end) {
      await new Promise((done) => setTimeout(done));
      if (mine !== run) return;
      end = performance.now() + SLICE;
    }
  }
  state.textContent = [...counts].map(([kind, total]) => `${total} ${kind}`).join(", ") || "The two have the same rules and glossary.";
  history.replaceState(null, "", `#${old}..${now}`);
};
const recall = () => {
  const [old, now] = location.hash.slice(1).split("..");
  const has = (id, value) => [...byId(id).options].some((option) => option.value === value);
  if (!has("old", old) || !has("new", now)) return;
  byId("old").value = old;
  byId("new").value = now;
  compare();
};
byId("pick").addEventListener("submit", (event) => { event.preventDefault(); compare(); });
addEventListener("hashchange", recall);
recall();
