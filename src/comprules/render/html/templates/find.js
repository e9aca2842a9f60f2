// One box: a number jumps, a term finds its entry, words search all of the text. The text searched is that of the page,
// folded in idle time once the box is used, so that nothing is kept twice and the first paint waits for nothing.
const { byId, keys } = window.comprules;
const query = byId("query");
const panel = byId("found");
const count = byId("count");
const LISTED = 24; // hits that are listed; the others are reached with next and previous
const SLICE = 8; // milliseconds of work at a time while the text is folded
const AROUND = 60; // characters shown before a match
const SHOWN = 160; // characters shown of a text
let texts = null; // { block, number, title, folded } for each rule and entry
let at = 0;
let hits = [];
let current = -1;

const fold = (text) => {
  const plain = text.toLowerCase().replace(/[’‘]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, "-").replace(/\s/g, " ");
  // eslint-disable-next-line no-control-regex
  return /[^\x00-\x7f]/.test(plain) ? plain.replace(/[^\x00-\x7f]/g, (char) => char.normalize("NFD")[0]) : plain;
};

const read = (block) => {
  const heading = block.querySelector("h2, h3, h4");
  const number = block.matches(".g") ? "" : block.querySelector(".n").textContent;
  const title = heading ? heading.querySelector("bdi").textContent : "";
  const words = [...block.children].filter((each) => each.matches("p:not(.d)")).map((each) => each.textContent);
  const text = [title, ...words].filter(Boolean).join("\n");
  return { block, number, title: fold(title), isTerm: !number, text, folded: fold(text) };
};

let blocks = null;
const prepare = () => {
  if (texts) return;
  blocks ??= document.querySelectorAll(".r");
  prepare.made ??= [];
  const end = performance.now() + SLICE;
  while (at < blocks.length && performance.now() < end) prepare.made.push(read(blocks[at++]));
  if (at < blocks.length) { setTimeout(prepare, 0); return; }
  texts = prepare.made;
  if (query.value) search();
};

const matchers = (typed) => [...typed.matchAll(/(-?)(?:"([^"]+)"?|(\S+))/g)]
  .map(([, minus, phrase, word]) => ({ minus: Boolean(minus), word: phrase ?? word }))
  .filter(({ word }) => word !== '"' && word !== "-");

const isPlain = (code) => (code > 96 && code < 123) || (code > 47 && code < 58); // a to z, 0 to 9

// Where `word` begins a word of `text`, from `from` on; -1 if nowhere.
const startOf = (text, word, from = 0) => {
  let found = text.indexOf(word, from);
  if (isPlain(word.charCodeAt(0))) while (found > 0 && isPlain(text.charCodeAt(found - 1))) found = text.indexOf(word, found + 1);
  return found;
};

const isHit = (folded, asked) => asked.every(({ minus, word }) => (startOf(folded, word) >= 0) !== minus);

// What bears the name comes first: entries, then headings, then names that begin so.
const rank = ({ title, isTerm }, typed) => {
  if (!title) return 3;
  if (title === typed || (isTerm && title.split(", ").includes(typed))) return isTerm ? 0 : 1;
  return title.startsWith(typed) ? 2 : 3;
};

// Of a number typed: itself and what stands below it, or else every number that begins so.
const byNumber = (number) => {
  const joined = number.replaceAll(".", "");
  const exact = texts.filter((entry) => entry.number && (entry.number === number || entry.number.replaceAll(".", "") === joined));
  const begun = texts.filter((entry) => entry.number.startsWith(number) && entry.number !== number);
  return exact.length ? [...exact, ...begun.filter((entry) => /^\D/.test(entry.number.slice(number.length)))] : begun;
};

const find = (typed) => {
  const number = typed.replace(/^(sub)?(rules?|sections?|r) ?/, "").replace(/\.$/, "");
  if (/^\d[\d.]*[a-z]*$/.test(number)) {
    const found = byNumber(number);
    if (found.length) return found;
  }
  const asked = matchers(typed);
  if (!asked.some(({ minus }) => !minus)) return [];
  const found = [[], [], [], []];
  for (const entry of texts) if (isHit(entry.folded, asked)) found[rank(entry, typed)].push(entry);
  return found.flat();
};

const marked = (text, folded, asked) => {
  const words = asked.filter(({ minus }) => !minus).map(({ word }) => word);
  const places = words.map((word) => startOf(folded, word)).filter((place) => place >= 0);
  const first = places.length ? Math.min(...places) : 0;
  const from = first > AROUND ? text.lastIndexOf(" ", first - AROUND / 2) + 1 : 0;
  const shown = document.createElement("span");
  if (from) shown.append("… ");
  let done = from;
  const end = text.length < from + SHOWN ? text.length : Math.max(text.lastIndexOf(" ", from + SHOWN), from + SHOWN / 2);
  while (done < end) {
    const next = words.map((word) => [startOf(folded, word, done), word.length]).filter(([place]) => place >= 0 && place < end)
      .sort((one, other) => one[0] - other[0])[0];
    if (!next) break;
    shown.append(text.slice(done, next[0]));
    const mark = shown.appendChild(document.createElement("mark"));
    mark.textContent = text.slice(next[0], next[0] + next[1]);
    done = next[0] + next[1];
  }
  shown.append(text.slice(done, end) + (end < text.length ? " …" : ""));
  return shown;
};

const listed = (entry, asked, place) => {
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = "#" + entry.block.id;
  link.dataset.hit = place;
  if (entry.isTerm) item.className = "g";
  const name = link.appendChild(document.createElement("b"));
  name.textContent = entry.number || entry.block.querySelector("h4").textContent;
  const skip = entry.isTerm ? entry.text.indexOf("\n") + 1 : 0;
  link.append(marked(entry.text.slice(skip), entry.folded.slice(skip), asked));
  return item;
};

const status = () => {
  const places = hits.length === 1 ? "1 match" : `${hits.length} matches`;
  count.textContent = !query.value.trim() ? "" : current < 0 ? places : `${current + 1} of ${hits.length}`;
  byId("next").disabled = byId("previous").disabled = !hits.length;
};

const search = () => {
  if (!texts) { prepare(); return; }
  const typed = fold(query.value.trim()).replace(/ +/g, " ");
  const begin = performance.now();
  hits = typed ? find(typed) : [];
  current = -1;
  const asked = matchers(typed);
  const list = document.createElement("ol");
  hits.slice(0, LISTED).forEach((entry, place) => list.append(listed(entry, asked, place)));
  panel.replaceChildren(list);
  if (typed && (!hits.length || hits.length > LISTED)) {
    const more = panel.appendChild(document.createElement("p"));
    more.className = "more";
    more.textContent = hits.length ? `and ${hits.length - LISTED} more: next and previous reach them` : "nothing found";
  }
  panel.hidden = !typed;
  status();
  panel.dataset.took = (performance.now() - begin).toFixed(2);
};

// The words in the rule that is shown, where the browser can mark them without touching the page.
const highlight = (entry) => {
  if (!window.CSS?.highlights) return;
  const words = matchers(fold(query.value.trim())).filter(({ minus }) => !minus).map(({ word }) => word);
  const ranges = [];
  const walker = document.createTreeWalker(entry.block, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = fold(walker.currentNode.data);
    for (const word of words) {
      for (let start = startOf(text, word); start >= 0; start = startOf(text, word, start + word.length)) {
        const range = new Range();
        range.setStart(walker.currentNode, start);
        range.setEnd(walker.currentNode, start + word.length);
        ranges.push(range);
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
};

const go = (place) => {
  if (!hits.length) return;
  current = (place + hits.length) % hits.length;
  panel.querySelector("[aria-current]")?.removeAttribute("aria-current");
  panel.querySelector(`[data-hit="${current}"]`)?.setAttribute("aria-current", "true");
  panel.hidden = true;
  const { block } = hits[current];
  if (location.hash === "#" + block.id) block.scrollIntoView(); else location.hash = block.id;
  highlight(hits[current]);
  status();
};
const next = () => go(current + 1);
const previous = () => go(current < 0 ? -1 : current - 1);

query.addEventListener("focus", () => { setTimeout(prepare, 0); if (query.value && hits.length && current < 0) panel.hidden = false; });
query.addEventListener("input", search);
byId("find").addEventListener("submit", (event) => { event.preventDefault(); if (texts) next(); });
byId("next").addEventListener("click", next);
byId("previous").addEventListener("click", previous);
panel.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link) { event.preventDefault(); go(Number(link.dataset.hit)); }
});
byId("find").addEventListener("keydown", (event) => {
  const links = [...panel.querySelectorAll("a")];
  const place = links.indexOf(document.activeElement);
  if (event.key === "Escape") {
    if (panel.hidden) query.blur(); else { panel.hidden = true; query.focus(); panel.hidden = true; }
    event.preventDefault();
  } else if (event.key === "Enter" && event.shiftKey && place < 0) { event.preventDefault(); previous(); }
  else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !panel.hidden && links.length) {
    event.preventDefault();
    const to = place + (event.key === "ArrowDown" ? 1 : -1);
    if (to < 0) query.focus(); else links[Math.min(to, links.length - 1)].focus();
  }
});
document.addEventListener("pointerdown", (event) => { if (!event.target.closest("#find")) panel.hidden = true; });
keys.set("n", next);
keys.set("p", previous);
