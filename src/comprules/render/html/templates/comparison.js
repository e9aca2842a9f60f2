// Filters, the two views, steps from change to change, copies as Markdown; all of it in the address of the page.
const { byId, keys, store } = window.comprules;
const root = document.documentElement;
const query = byId("query");
const filters = byId("filters");
const changes = byId("changes");
const isFull = "full" in changes.dataset;
const boxes = [...filters.querySelectorAll("[name=kind]")];
const views = [...filters.querySelectorAll("[name=view]")];
const wide = matchMedia("(min-width: 75rem)");
const fold = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[’‘]/g, "'").replace(/[“”]/g, '"');
const rows = [...changes.querySelectorAll(".r")].map((block) => ({ block, kind: block.classList[1], text: null, isShown: true, isDressed: false }));
const rowOf = new Map(rows.map((row) => [row.block, row]));
const folds = [...changes.querySelectorAll(".fold")].map((block) => ({ block, rows: [...block.querySelectorAll(".r")].map((each) => rowOf.get(each)) }));
const parts = [...changes.querySelectorAll(".part")].reverse(); // what is inside first
let view = null; // what the reader chose; otherwise the width decides
let current = null;

// A row as Markdown.
const escaped = (text) => text.replace(/[\\`*_{}[\]<>#|~]/g, "\\$&");
const runs = (block) => {
  const found = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest("b")) continue;
    const sign = { ins: "**", del: "~~" }[node.parentElement.closest("ins, del")?.localName] ?? "";
    if (found.at(-1)?.sign === sign) found.at(-1).text += node.data; else found.push({ sign, text: node.data });
  }
  return found;
};
const marked = (block) => {
  let made = "";
  for (const { sign, text } of runs(block)) {
    const core = escaped(text).trim();
    const piece = sign && core ? escaped(text).replace(core, () => sign + core + sign) : escaped(text);
    made += (/(~~|\*\*)$/.test(made) && /^(~~|\*\*)/.test(piece) ? " " : "") + piece;
  }
  return (block.matches(".e") ? "Example: " : "") + made.replaceAll("\n", "  \n  ");
};
const markdown = (block) => {
  const said = [...block.querySelectorAll(":scope > .j"), ...block.querySelectorAll(":scope > em")]
    .map((each) => ` *(${escaped(each.dataset.said ?? each.textContent)})*`).join("");
  const texts = [...block.querySelectorAll("h4, p:not(.j, .m, .rest)")].filter((each) => !each.closest(".pair")).map(marked);
  const kind = block.querySelector(":scope > b").textContent;
  return `- **${escaped(block.querySelector(".n").textContent)}** ${kind}${said}: ${texts.join("  \n  ")}`;
};
const copy = async (text) => {
  try { await navigator.clipboard.writeText(text); return; } catch { /* the older way */ }
  const area = document.body.appendChild(document.createElement("textarea"));
  area.value = text;
  area.select();
  document.execCommand("copy");
  area.remove();
};

// What a row has only with scripts: its button, and its texts side by side.
const sideOf = (block, other, name) => {
  const made = document.createElement("div");
  const text = made.appendChild(block.cloneNode(true));
  for (const each of text.querySelectorAll(other)) each.remove();
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", name);
  return made;
};
const dress = (row) => {
  if (row.isDressed || row.kind === "same") return;
  row.isDressed = true;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "k", textContent: "Copy", title: "Copy as Markdown" });
  button.setAttribute("aria-label", "Copy as Markdown: " + row.block.querySelector(".n").textContent);
  for (const block of row.block.querySelectorAll("h4, p:not(.j, .m)")) {
    if (!block.querySelector("ins, del")) continue;
    const pair = document.createElement("div");
    pair.className = "pair";
    pair.append(sideOf(block, "ins", "old"), sideOf(block, "del", "new"));
    block.classList.add("whole");
    block.after(pair);
  }
  row.block.prepend(button);
};

// What is shown.
const apply = () => {
  const kinds = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  const words = fold(query.value).split(/\s+/).filter(Boolean);
  let [shown, all, others] = [0, 0, 0];
  for (const row of rows) {
    if (words.length && row.text === null) row.text = fold([...row.block.childNodes].filter((each) => !each.matches?.("button, .pair")).map((each) => each.textContent).join(" "));
    const holds = words.every((word) => row.text.includes(word));
    const isOn = kinds.has(row.kind);
    row.isShown = isOn && holds;
    row.block.hidden = !row.isShown;
    shown += row.isShown;
    all += isOn;
    others += holds && !isOn && row.kind !== "same";
    if (row.isShown) dress(row);
  }
  for (const { block, rows: inside } of folds) {
    const isAuto = inside.some((row) => row.isShown);
    block.classList.toggle("auto", isAuto);
    block.open = isAuto;
    block.hidden = !isAuto && (!isFull || words.length > 0);
    if (!isAuto) for (const row of inside) row.block.hidden = false;
  }
  for (const part of parts) part.hidden = !part.querySelector(":scope > .r:not([hidden]), :scope > .fold:not([hidden]), :scope > .part:not([hidden])");
  badges();
  byId("nothing").hidden = shown > 0 || (rows.length > 0 && !words.length);
  byId("count").textContent = words.length ? `${shown} of ${all}${others ? ` (${others} hidden)` : ""}` : `${shown} shown`;
};
const badges = () => {
  for (const link of byId("contents").querySelectorAll("a")) {
    const part = byId(decodeURIComponent(link.hash.slice(1)));
    if (!part?.matches(".part")) continue;
    const count = [...part.querySelectorAll(".r")].filter((block) => rowOf.get(block).isShown).length;
    if (count) link.dataset.count = count; else delete link.dataset.count;
    link.parentElement.hidden = part.hidden;
  }
};
const showView = () => {
  root.dataset.view = view ?? (wide.matches ? "side" : "inline");
  for (const each of views) each.checked = each.value === root.dataset.view;
};

// The address: what differs from how the page opens, before the place in the page.
const remember = () => {
  const said = new URLSearchParams();
  const changed = (isOn) => boxes.filter((box) => box.checked === isOn && "on" in box.dataset !== isOn).map((box) => box.value).join(" ");
  for (const [name, value] of [["show", changed(true)], ["hide", changed(false)], ["view", view], ["find", query.value.trim()]]) {
    if (value) said.set(name, value);
  }
  const search = said.toString();
  try { history.replaceState(null, "", location.pathname + (search && "?" + search) + location.hash); } catch { /* the address stays */ }
};
const recall = () => {
  const said = new URLSearchParams(location.search);
  const listed = (name) => (said.get(name) ?? "").split(" ");
  for (const box of boxes) box.checked = listed("show").includes(box.value) || ("on" in box.dataset && !listed("hide").includes(box.value));
  const chosen = said.get("view") ?? store.get("view");
  view = ["inline", "side"].includes(chosen) ? chosen : null;
  query.value = said.get("find") ?? "";
};

// A link to a row that is hidden or folded shows it.
const reveal = () => {
  let id = location.hash.slice(1);
  try { id = decodeURIComponent(id); } catch { /* as it stands */ }
  const target = id && byId(id);
  if (!target || !changes.contains(target)) return;
  const within = folds.find(({ block }) => block.contains(target));
  if (within && !within.block.matches(".auto")) {
    within.block.hidden = false;
    within.block.open = true;
  }
  for (let block = target; block !== changes; block = block.parentElement) block.hidden = false;
  target.scrollIntoView();
  current = rowOf.has(target) ? target : current;
};

const edge = () => document.querySelector(".bar").getBoundingClientRect().bottom;
const step = (by) => {
  const shown = rows.filter((row) => row.isShown).map((row) => row.block);
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
  next.focus({ preventScroll: true });
  next.scrollIntoView();
  try { history.replaceState(null, "", location.pathname + location.search + "#" + next.id); } catch { /* the address stays */ }
  byId("count").textContent = `${shown.indexOf(next) + 1} of ${shown.length}`;
};

filters.addEventListener("change", (event) => {
  if (event.target.name === "view") {
    view = event.target.value;
    store.set("view", view);
    showView();
  } else apply();
  remember();
});
filters.addEventListener("submit", (event) => event.preventDefault());
wide.addEventListener("change", showView);
let waiting = 0;
query.addEventListener("input", () => { apply(); clearTimeout(waiting); waiting = setTimeout(remember, 150); });
query.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  if (query.value) { query.value = ""; apply(); remember(); } else query.blur();
});
byId("find").addEventListener("submit", (event) => { event.preventDefault(); query.blur(); step(1); });
changes.addEventListener("toggle", (event) => {
  if (event.target.matches(".fold[open]")) folds.find(({ block }) => block === event.target).rows.forEach(dress);
}, true);
changes.addEventListener("click", async (event) => {
  const button = event.target.closest("button.k");
  if (!button) return;
  await copy(markdown(button.parentElement));
  button.textContent = "Copied";
  byId("said").textContent = "Copied as Markdown";
  setTimeout(() => { button.textContent = "Copy"; byId("said").textContent = ""; }, 2000);
});
byId("next").addEventListener("click", () => step(1));
byId("previous").addEventListener("click", () => step(-1));
keys.set("n", () => step(1));
keys.set("p", () => step(-1));
addEventListener("hashchange", reveal);

recall();
showView();
apply();
reveal();
