// From change to change, and from any number of either release to what became of it.
const { byId, keys, named, land, edge, numbered, numberOf, forms, fold } = window.comprules;
const query = byId("query");
const changes = byId("changes");
const toldAt = byId("told");
const page = changes.dataset.viewer ?? "";
let current = null;

const step = (by) => {
  const shown = window.comprules.shownRows();
  if (!shown.length) return;
  const seen = current?.getBoundingClientRect();
  let at = seen && seen.bottom > edge() && seen.top < innerHeight ? shown.indexOf(current) : -1;
  if (at < 0) {
    const below = shown.findIndex((block) => block.getBoundingClientRect().top > edge() + 4);
    at = below < 0 ? shown.length : below;
    if (by > 0) at -= 1;
  }
  const next = shown[(at + by + shown.length) % shown.length];
  current?.classList.remove("now");
  current = next;
  next.classList.add("now");
  next.tabIndex = -1;
  window.comprules.dress(next);
  window.comprules.offer(next);
  next.focus({ preventScroll: true });
  try { history.replaceState(history.state, "", location.pathname + location.search + "#" + encodeURIComponent(next.id)); } catch { /* the address stays */ }
  byId("count").textContent = `${shown.indexOf(next) + 1} of ${shown.length}`;
  land(next);
};

// What did not change: numbers written each without what it shares with the one before, and titles.
let same = null;
const unchanged = () => {
  if (same) return same;
  const data = JSON.parse(byId("same").textContent);
  const numbers = [];
  for (const coded of data.numbers.split(" ").filter(Boolean)) numbers.push((numbers.at(-1) ?? "").slice(0, Number(coded[0])) + coded.slice(1));
  same = { known: numbered(numbers), titles: data.titles };
  return same;
};
// Rows and lines by the numbers of the two releases, which stand in them as `104.5 → 202.6`.
let olds = null;
let news = null;
const readRows = () => {
  if (olds) return;
  olds = new Map();
  news = new Map();
  for (const block of changes.querySelectorAll(".r:not(.g), .qs:not([data-kind^=glossary]) a")) {
    const text = (block.matches(".qs a") ? block : block.querySelector(".n")).textContent;
    const [first, second] = text.split(" → ");
    const isGone = block.id.startsWith("c-old-");
    for (const number of first.split(" + ")) olds.set(number, block);
    if (!isGone) for (const number of (second ?? first).split(" + ")) news.set(number, block);
  }
};
const tell = (text, href, label) => {
  toldAt.replaceChildren(text);
  if (href) {
    const link = document.createElement("a");
    link.href = href;
    link.textContent = label;
    toldAt.append(" ", link);
  }
  toldAt.hidden = false;
};
const tellUnchanged = (number) => {
  const title = unchanged().titles[number];
  tell(`${number}${title ? " " + title : ""} did not change.`, page && `${page}#r${number}`, "Read it in the rules ↗");
};
window.comprules.find = (id) => {
  toldAt.hidden = true;
  if (byId(id)) return null;
  const asked = id.replace(/^c-(old-)?/, "");
  if (!forms(asked).length) return null;
  readRows();
  const now = numberOf(asked, numbered(news.keys()));
  if (now) return news.get(now);
  const kept = numberOf(asked, unchanged().known);
  if (kept) { tellUnchanged(kept); return null; }
  const before = numberOf(asked, numbered(olds.keys()));
  if (before) {
    const block = olds.get(before);
    tell(`${before} is a number of the old release: ${(block.querySelector(".n") ?? block).textContent}.`);
    return block;
  }
  tell(`Neither release has a rule ${asked}.`);
  return null;
};
// Words that no change holds may be the name of a rule that is as it was.
window.comprules.sayUnchanged = (typed) => {
  const { known, titles } = unchanged();
  const number = forms(typed).length ? numberOf(typed, known)
    : Object.keys(titles).find((each) => fold(titles[each]) === fold(typed));
  if (number) tellUnchanged(number); else toldAt.hidden = true;
};
query.addEventListener("input", () => { toldAt.hidden = true; });

byId("find").addEventListener("submit", (event) => {
  event.preventDefault();
  window.comprules.applyNow();
  query.blur();
  step(1);
});
byId("next").addEventListener("click", () => step(1));
byId("previous").addEventListener("click", () => step(-1));
keys.set("n", () => step(1));
keys.set("p", () => step(-1));
addEventListener("hashchange", () => { const row = byId(named(location.hash)); if (row?.matches(".r")) current = row; });
const row = byId(named(location.hash));
if (row?.matches(".r")) current = row;
