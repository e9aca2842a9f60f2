// Where the reader is: the breadcrumb and the contents follow it, and older forms of links find their place.
const { byId, named, numbered, numberOf, reading } = window.comprules;
const crumbs = byId("crumbs");
const contents = byId("contents");
const narrow = matchMedia("(max-width: 62rem)");
const links = [...contents.querySelectorAll("ol a")];
const entries = new Map(links.map((link) => [named(link.hash), link]));
let last = null;

const crumb = (id, text, title) => {
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = "#" + encodeURIComponent(id);
  link.textContent = title ? text + " " + title : text;
  return item;
};

// The heading of the contents that a block stands under: the last one before it in the page.
const headings = [...entries.keys()].map(byId).filter(Boolean)
  .sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
const headingOf = (block) => {
  let low = 0;
  let high = headings.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const isBefore = headings[middle] === block || headings[middle].contains(block)
      || headings[middle].compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (isBefore) low = middle; else high = middle - 1;
  }
  return headings[low];
};

// The rule that a subrule belongs to: the last one before it that is none.
const parentOf = (block) => {
  let found = block;
  while (found?.matches(".s")) found = found.previousElementSibling ?? found.closest(".c")?.previousElementSibling?.lastElementChild;
  return found;
};

const bringIntoView = (link) => {
  const { top, bottom } = link.getBoundingClientRect();
  const frame = contents.getBoundingClientRect();
  if (frame.height && (top < frame.top + 60 || bottom > frame.bottom - 40)) contents.scrollTop += top - frame.top - frame.height / 3;
};
const mark = (link) => {
  const current = contents.querySelector("[aria-current]");
  if (current === link) return;
  current?.removeAttribute("aria-current");
  if (!link) return;
  link.setAttribute("aria-current", "true");
  if (narrow.matches) fold(link); else bringIntoView(link);
};

const follow = (block) => {
  if (block === last) return;
  last = block;
  if (block.matches(".front") || !headings.length) { crumbs.replaceChildren(); mark(null); return; }
  const heading = headingOf(block);
  const link = entries.get(heading.id);
  const chain = [];
  const above = link.closest("ol").closest("li");
  if (above) chain.push(above.querySelector("a"));
  chain.push(link);
  const items = chain.map((each) => crumb(named(each.hash), each.textContent.trim().replace(/\s+/g, " ")));
  for (const each of block.matches(".s") ? [parentOf(block), block] : [block]) {
    const number = each?.querySelector(".n");
    if (each?.matches(".r") && number && !entries.has(each.id)) {
      items.push(crumb(each.id, number.textContent.trim(), each.querySelector(":scope > :is(h3, h4) > bdi")?.textContent));
    }
  }
  crumbs.replaceChildren(...items);
  mark(link);
};

const PATIENCE = 20; // frames: what has just come into view is laid out a little later
let waiting = false;
const lookSoon = (frames = PATIENCE) => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    const block = reading();
    if (block) follow(block); else if (frames > 0) lookSoon(frames - 1);
  });
};
addEventListener("scroll", () => lookSoon(), { passive: true });
addEventListener("resize", () => lookSoon(), { passive: true });
addEventListener("hashchange", () => lookSoon());

// Sections of the contents fold; on a phone all but the one that is read.
const sections = [...contents.querySelectorAll("li")].filter((item) => item.querySelector(":scope > ol"));
const setClosed = (item, isClosed) => {
  item.classList.toggle("closed", isClosed);
  item.querySelector(":scope > button").setAttribute("aria-expanded", String(!isClosed));
};
function fold(link) {
  for (const item of sections) setClosed(item, !item.contains(link));
}
for (const item of sections) {
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", "Below " + item.querySelector("a").textContent.trim().replace(/\s+/g, " "));
  button.addEventListener("click", () => setClosed(item, !item.matches(".closed")));
  item.querySelector(":scope > a").after(button);
  setClosed(item, narrow.matches);
}
contents.addEventListener("toggle", (event) => {
  const current = contents.querySelector("[aria-current]");
  if (event.newState === "open" && current) { fold(current); bringIntoView(current); }
});

// `#R70219b` and `#702.19b` mean the rule itself.
let known = null;
const blocks = new Map();
window.comprules.rules = () => {
  if (!known) {
    for (const block of document.querySelectorAll("#rules .r")) {
      const number = block.querySelector(".n").textContent.trim();
      if (!blocks.has(number)) blocks.set(number, block);
    }
    known = numbered(blocks.keys());
  }
  return { known, blocks };
};
if (byId("rules")) {
  window.comprules.find = (id) => {
    if (byId(id)) return null;
    const number = numberOf(id.replace(/^c-/, ""), window.comprules.rules().known);
    if (!number) return null;
    const block = blocks.get(number);
    location.replace("#" + block.id);
    return block;
  };
}
lookSoon();
