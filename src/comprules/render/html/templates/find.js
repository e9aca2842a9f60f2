// One box: a number jumps, a term finds its entry, words search all of the text. The text searched is that of the page,
// folded in idle time once the box is used, so that nothing is kept twice and the first paint waits for nothing.
const { byId, keys, fold, numberOf, forms, go: jump } = window.comprules;
const query = byId("query");
const panel = byId("found");
const count = byId("count");
const whole = panel.dataset.whole; // where a page that holds a part of the rules finds all of them
const LISTED = 24; // hits that are listed; the others are reached with next and previous
const SLICE = 8; // milliseconds of work at a time while the text is folded
const AROUND = 60; // characters shown before a match
const SHOWN = 160; // characters shown of a text
const SLIPS = 2; // letters that may be wrong, missing or swapped in a name that is suggested
let texts = null; // { block, number, title, folded } for each rule and entry
let at = 0;
let hits = [];
let current = -1;

const read = (block) => {
  const heading = block.querySelector(":scope > :is(h2, h3, h4)");
  const number = block.matches(".g") ? "" : block.querySelector(".n").textContent.trim();
  const title = heading ? heading.querySelector("bdi").textContent : "";
  const words = [...block.children].filter((each) => each.matches("div:not(.cite)")).map((each) => each.textContent);
  if (!heading && number) words[0] = words[0].slice(words[0].indexOf(number) + number.length + 1);
  const text = [title, ...words].filter(Boolean).join("\n");
  return { block, number, title: fold(title), isTerm: !number, text, folded: fold(text) };
};

let blocks = null;
const prepare = () => {
  if (texts) return;
  blocks ??= document.querySelectorAll("main .r");
  prepare.made ??= [];
  const end = performance.now() + SLICE;
  while (at < blocks.length && performance.now() < end) prepare.made.push(read(blocks[at++]));
  if (at < blocks.length) { setTimeout(prepare, 0); return; }
  texts = prepare.made;
  if (query.value) search();
};

const matchers = (typed) => [...typed.matchAll(/(-?)(?:"([^"]+)"?|(\S+))/g)]
  .map(([, minus, phrase, word]) => ({ minus: Boolean(minus), word: phrase ?? word, any: phrase ? [phrase] : variants(word) }))
  .filter(({ word }) => word !== '"' && word !== "-");

const isPlain = (code) => (code > 96 && code < 123) || (code > 47 && code < 58); // a to z, 0 to 9

// Where `word` begins a word of `text`, from `from` on; -1 if nowhere.
const startOf = (text, word, from = 0) => {
  let found = text.indexOf(word, from);
  if (isPlain(word.charCodeAt(0))) while (found > 0 && isPlain(text.charCodeAt(found - 1))) found = text.indexOf(word, found + 1);
  return found;
};

const isHit = (folded, asked) => asked.every(({ minus, any }) => any.some((word) => startOf(folded, word) >= 0) !== minus);

// A word with its plain forms: who types `layers` or `tramples` means the word without its ending too.
const variants = (word) => [word, ...(word.length > 4 ? [word.replace(/ies$/, "y"), word.replace(/es$/, ""), word.replace(/s$/, "")] : [])];
const plain = (name) => name.split(" ").map((word) => variants(word).at(-1)).join(" ");
const names = (entry) => (entry.isTerm ? entry.title.split(", ") : [entry.title]).map((name) => name.replace(/ \(obsolete\)$/, ""));

// Whether `number` stands below `above`: it begins so, and goes on with another kind of character.
const isBelow = (number, above) => number.length > above.length && number.startsWith(above)
  && /\d/.test(number[above.length]) !== /\d/.test(above.at(-1));

// What bears the name comes first: its entry, its heading, what stands below that, then names that begin so or hold it,
// the phrase, and last the words wherever they stand.
const RANKS = 7;
const rank = (entry, typed, homes) => {
  if (entry.title) {
    const own = names(entry);
    if (own.some((name) => plain(name) === plain(typed))) return entry.isTerm ? 0 : 1;
  }
  if (entry.number && homes.some((home) => isBelow(entry.number, home))) return 2;
  if (entry.title.startsWith(typed)) return 3;
  if (entry.title && isHit(entry.title, matchers(typed))) return 4;
  return startOf(entry.folded, typed) >= 0 ? 5 : 6;
};

// Of a number typed: itself and what stands below it, or else every number that begins so.
const byNumber = (typed) => {
  const number = numberOf(typed, window.comprules.rules().known);
  if (number) return texts.filter((entry) => entry.number && (entry.number === number || isBelow(entry.number, number)));
  const begun = typed.replace(/^[^\d]+/, "");
  return /^\d[\d.]*[a-z]?$/.test(begun) ? texts.filter((entry) => entry.number.startsWith(begun)) : [];
};

const find = (typed) => {
  if (forms(typed).length) {
    const found = byNumber(typed);
    if (found.length) return found;
  }
  const asked = matchers(typed);
  if (!asked.some(({ minus }) => !minus)) return [];
  const name = typed.replace(/"/g, "");
  const homes = texts.filter((entry) => entry.number && entry.title && plain(entry.title) === plain(name)).map((entry) => entry.number);
  const found = Array.from({ length: RANKS }, () => []);
  for (const entry of texts) {
    const isHome = !asked.some(({ minus }) => minus) && entry.number && homes.some((home) => isBelow(entry.number, home));
    if (isHome || isHit(entry.folded, asked)) found[rank(entry, name, isHome ? homes : [])].push(entry);
  }
  return found.flat();
};

// By how many slips two words differ, SLIPS + 1 if by more: letters wrong, missing, added, or two swapped.
const slips = (one, other) => {
  if (Math.abs(one.length - other.length) > SLIPS) return SLIPS + 1;
  let before = [];
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + !isSame);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[other.length];
};
// What may have been meant: names a slip or two away, or whose words begin with the letters typed.
const near = (typed) => {
  const found = [];
  for (const entry of texts) {
    for (const name of entry.title ? names(entry) : []) {
      const initials = name.split(/[^\p{L}\p{N}]+/u).map((word) => word[0]).join("");
      const by = initials.length > 2 && (initials === typed || initials === plain(typed)) ? 0 : slips(plain(name), plain(typed));
      if (by <= Math.min(SLIPS, typed.length / 3)) found.push([2 * by + !entry.isTerm, entry]);
    }
  }
  return found.sort((one, other) => one[0] - other[0]).slice(0, 4).map(([, entry]) => entry);
};

const wordsOf = (asked) => asked.filter(({ minus }) => !minus).flatMap(({ any }) => any);
const marked = (text, folded, asked, isTerm) => {
  const words = wordsOf(asked);
  const places = isTerm ? [] : words.map((word) => startOf(folded, word)).filter((place) => place >= 0);
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
  name.textContent = entry.number || entry.block.querySelector("h4 bdi").textContent;
  const skip = entry.isTerm ? entry.text.indexOf("\n") + 1 : 0;
  link.append(marked(entry.text.slice(skip), entry.folded.slice(skip), asked, entry.isTerm));
  return item;
};

const status = () => {
  const places = hits.length === 1 ? "1 match" : `${hits.length} matches`;
  count.textContent = !query.value.trim() ? "" : current < 0 ? places : `${current + 1} of ${hits.length}`;
  byId("next").disabled = byId("previous").disabled = !hits.length;
};

const say = (text) => {
  const more = panel.appendChild(document.createElement("p"));
  more.className = "more";
  more.textContent = text;
  return more;
};
const offer = (typed) => {
  const meant = near(typed);
  if (!meant.length) { say("nothing found" + (whole ? " on this page" : "")); return; }
  say("nothing found. Did you mean:");
  const list = panel.appendChild(document.createElement("ol"));
  meant.forEach((entry, place) => list.append(listed(entry, [], place)));
  hits = meant;
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
  if (hits.length > LISTED) say(`and ${hits.length - LISTED} more: next and previous reach them`);
  if (typed && !hits.length) offer(typed);
  if (typed && whole) {
    const link = say("").appendChild(document.createElement("a"));
    link.href = whole + "?find=" + encodeURIComponent(query.value.trim());
    link.textContent = "Search all of the rules";
  }
  panel.hidden = !typed;
  status();
  panel.dataset.took = (performance.now() - begin).toFixed(2);
};

// The words in the rule that is shown, where the browser can mark them without touching the page.
const highlight = (entry) => {
  if (!window.CSS?.highlights) return;
  const words = wordsOf(matchers(fold(query.value.trim())));
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
  const isStep = current < 0; // Back leads to where the search began, not through every match
  current = (place + hits.length) % hits.length;
  panel.querySelector("[aria-current]")?.removeAttribute("aria-current");
  panel.querySelector(`[data-hit="${current}"]`)?.setAttribute("aria-current", "true");
  panel.hidden = true;
  const { block } = hits[current];
  jump(block.id, isStep);
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
  const link = event.target.closest("a[data-hit]");
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
const asked = new URLSearchParams(location.search).get("find");
if (asked) { query.value = asked; prepare(); }
