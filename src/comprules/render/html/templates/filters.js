// What of a comparison is shown and how: kinds, words, the two views; all of it in the address of the page.
const { byId, store, fold } = window.comprules;
const root = document.documentElement;
const query = byId("query");
const filters = byId("filters");
const changes = byId("changes");
const isFull = "full" in changes.dataset;
const boxes = [...filters.querySelectorAll("[name=kind]")];
const views = [...filters.querySelectorAll("[name=view]")];
const wide = matchMedia("(min-width: 75rem)");
const NEAR = "1200px"; // from the window: rows that come so near get their two columns
const MARKED = 2000; // places that are marked at once
const PAUSE = 200; // milliseconds without a key after which the words are looked for
// A row is a change or a line of numbers that say nothing new.
const rows = [...changes.querySelectorAll(".r, .qs")].map((block) => ({
  block, kind: block.dataset.kind ?? block.classList[1], size: block.matches(".qs") ? block.querySelectorAll("a").length : 1, text: null, isShown: true,
}));
const rowOf = new Map(rows.map((row) => [row.block, row]));
const parts = [...changes.querySelectorAll(".part")].reverse().map((block) => ({ block, rows: [], parts: [] })); // what is inside first
const partOf = new Map(parts.map((part) => [part.block, part]));
const folds = [...changes.querySelectorAll(".fold")].map((block) => ({ block, rows: [] }));
const foldOf = new Map(folds.map((each) => [each.block, each]));
for (const row of rows) {
  for (let part = row.block.closest(".part"); part; part = part.parentElement.closest(".part")) partOf.get(part).rows.push(row);
  row.fold = foldOf.get(row.block.closest(".fold"));
  row.fold?.rows.push(row);
}
const links = [...byId("contents").querySelectorAll("ol a")].map((link) => ({ link, part: partOf.get(byId(window.comprules.named(link.hash))) }));
let view = null; // what the reader chose; otherwise the width decides

// The texts of a row side by side, made when it comes near.
const sideOf = (block, other, name) => {
  const made = document.createElement("div");
  const text = made.appendChild(block.cloneNode(true));
  for (const each of text.querySelectorAll(`${other}, .b, .b${other[0]}`)) each.remove();
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", name);
  return made;
};
const dress = (block) => {
  if (block.matches(".came, .went, .dressed") || block.querySelector(":scope > .nm")) return;
  block.classList.add("dressed");
  for (const each of block.querySelectorAll("p:not(.m, .in, .out)")) {
    const pair = document.createElement("div");
    pair.className = "pair";
    pair.append(sideOf(each, "ins", "old"), sideOf(each, "del", "new"));
    each.classList.add("whole");
    each.after(pair);
  }
};
const watch = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) if (isIntersecting) { watch.unobserve(target); dress(target); }
}, { rootMargin: NEAR });
const watchAll = () => { for (const { block } of rows) if (!block.matches(".dressed, .came, .went, .qs")) watch.observe(block); };
window.comprules.dress = (block) => { if (root.dataset.view === "side" && block.matches(".r")) dress(block); };

// Where the words stand, marked without touching the page.
const wordsTyped = () => fold(query.value).split(/\s+/).filter(Boolean);
const highlight = () => {
  if (!window.CSS?.highlights) return;
  const words = wordsTyped();
  const ranges = [];
  for (const { block } of words.length ? rows.filter((row) => row.isShown) : []) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() && ranges.length < MARKED) {
      const text = fold(walker.currentNode.data);
      for (const word of words) {
        for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + word.length)) {
          const range = new Range();
          range.setStart(walker.currentNode, start);
          range.setEnd(walker.currentNode, start + word.length);
          ranges.push(range);
        }
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
};

// Hidden rows can still be found by the browser, which then shows them.
const hide = (block, isHidden) => {
  const wanted = isHidden ? "until-found" : null;
  if (block.getAttribute("hidden") === wanted) return;
  if (isHidden) block.setAttribute("hidden", wanted); else block.removeAttribute("hidden");
};
const textOf = (block) => fold([...block.children].filter((each) => !each.matches(".pair, .cite, .o")).map((each) => each.textContent).join(" "));
// The texts are folded in idle time once the box is used, so that a key never waits for all of them.
const SLICE = 8; // milliseconds of work at a time
const prepare = (from = 0) => {
  const end = performance.now() + SLICE;
  let at = from;
  for (; at < rows.length && performance.now() < end; at += 1) rows[at].text ??= textOf(rows[at].block);
  if (at < rows.length) setTimeout(prepare, 0, at);
};
const apply = () => {
  const kinds = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  const words = wordsTyped();
  let [shown, all, others] = [0, 0, 0];
  for (const row of rows) {
    if (words.length && row.text === null) row.text = textOf(row.block);
    const holds = words.every((word) => row.text.includes(word));
    const isOn = kinds.has(row.kind);
    row.isShown = isOn && holds;
    if (!row.fold) hide(row.block, !row.isShown);
    if (row.isShown) shown += row.size;
    if (isOn) all += row.size; else if (holds && row.kind !== "same") others += row.size;
  }
  for (const { block, rows: inside } of folds) {
    const isAuto = inside.some((row) => row.isShown);
    if (isAuto !== block.matches(".auto")) {
      block.classList.toggle("auto", isAuto);
      block.open = isAuto;
    }
    hide(block, !isAuto && words.length > 0);
    for (const row of inside) hide(row.block, isAuto && !row.isShown);
  }
  for (const { block, rows: inside } of parts) hide(block, !inside.some((row) => row.isShown) && !(isFull && !words.length));
  for (const { link, part } of links) {
    if (!part) continue;
    const count = part.rows.reduce((sum, row) => sum + (row.isShown ? row.size : 0), 0);
    if (count) link.dataset.count = count; else delete link.dataset.count;
    link.parentElement.hidden = part.block.hasAttribute("hidden");
  }
  byId("nothing").hidden = shown > 0 || (rows.length > 0 && !words.length);
  if (!byId("nothing").hidden && words.length) window.comprules.sayUnchanged?.(query.value.trim());
  byId("count").textContent = words.length ? `${shown} of ${all}${others ? ` (${others} hidden)` : ""}` : `${shown} shown`;
  highlight();
};
const showView = () => {
  root.dataset.view = view ?? (wide.matches ? "side" : "inline");
  for (const each of views) each.checked = each.value === root.dataset.view;
  if (root.dataset.view === "side") watchAll();
};

// The address: what differs from how the page opens, before the place in the page.
const remember = () => {
  const said = new URLSearchParams();
  const changed = (isOn) => boxes.filter((box) => box.checked === isOn && "on" in box.dataset !== isOn).map((box) => box.value).join(" ");
  for (const [name, value] of [["show", changed(true)], ["hide", changed(false)], ["view", view], ["find", query.value.trim()]]) {
    if (value) said.set(name, value);
  }
  const search = said.toString();
  try { history.replaceState(history.state, "", location.pathname + (search && "?" + search) + location.hash); } catch { /* the address stays */ }
};
const recall = () => {
  const said = new URLSearchParams(location.search);
  const listed = (name) => (said.get(name) ?? "").split(" ");
  for (const box of boxes) box.checked = listed("show").includes(box.value) || ("on" in box.dataset && !listed("hide").includes(box.value));
  const chosen = said.get("view") ?? store.get("view");
  view = ["inline", "side"].includes(chosen) ? chosen : null;
  query.value = said.get("find") ?? "";
};

// A row that is hidden or folded is shown before anybody goes there, so that nothing moves afterwards.
window.comprules.show = (target) => {
  if (!changes.contains(target)) return;
  for (let block = target; block !== changes; block = block.parentElement) {
    block.removeAttribute("hidden");
    if (block.matches("details")) block.open = true;
  }
  const row = target.closest(".r");
  if (row) window.comprules.dress(row);
};
window.comprules.shownRows = () => rows.filter((row) => row.isShown && row.block.matches(".r")).map((row) => row.block);

filters.addEventListener("change", (event) => {
  if (event.target.name === "view") {
    view = event.target.value;
    store.set("view", view);
    showView();
  } else apply();
  remember();
});
query.addEventListener("focus", () => prepare(), { once: true });
filters.addEventListener("submit", (event) => event.preventDefault());
wide.addEventListener("change", showView);
let waiting = 0;
let remembering = 0;
const soon = () => {
  clearTimeout(waiting);
  clearTimeout(remembering);
  waiting = setTimeout(apply, PAUSE);
  remembering = setTimeout(remember, 2 * PAUSE);
};
query.addEventListener("input", soon);
query.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  if (query.value) { query.value = ""; soon(); } else query.blur();
});
window.comprules.applyNow = () => { clearTimeout(waiting); apply(); };
byId("kinds").open = matchMedia("(min-width: 48rem)").matches;

recall();
showView();
apply();
