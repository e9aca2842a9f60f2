// Where the reader is: the breadcrumb and the contents follow it, and older forms of links find their place.
const { byId } = window.comprules;
const crumbs = byId("crumbs");
const bar = document.querySelector(".bar");
const contents = byId("contents");
const entries = new Map([...contents.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
const isTop = (id) => entries.has(id);
let last = null;

const crumb = (id, text, title) => {
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = "#" + id;
  link.textContent = title ? text + " " + title : text;
  return item;
};

// The heading of the contents that a rule stands under: the last one before it in the page.
const headings = [...entries.keys()].map(byId).filter(Boolean);
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
  while (found?.matches(".s")) found = found.previousElementSibling ?? found.closest(".c").previousElementSibling?.lastElementChild;
  return found;
};

const follow = (block) => {
  if (block === last) return;
  last = block;
  const heading = headingOf(block);
  const link = entries.get(heading.id);
  const chain = [];
  const above = link.closest("ol").closest("li");
  if (above) chain.push(above.querySelector("a"));
  chain.push(link);
  const items = chain.map((each) => crumb(each.hash.slice(1), each.textContent.trim().replace(/\s+/g, " ")));
  for (const each of block.matches(".s") ? [parentOf(block), block] : [block]) {
    const number = each?.querySelector(":scope > .n, :scope > h4 > .n");
    if (number && !isTop(each.id)) {
      items.push(crumb(each.id, number.textContent, each.matches(".g") ? "" : each.querySelector("h4 bdi")?.textContent));
    }
  }
  crumbs.replaceChildren(...items);
  const current = contents.querySelector("[aria-current]");
  if (current === link) return;
  current?.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  const { top, bottom } = link.getBoundingClientRect();
  const frame = contents.getBoundingClientRect();
  if (frame.height && (top < frame.top + 40 || bottom > frame.bottom - 40)) {
    contents.scrollTop += top - frame.top - frame.height / 3;
  }
};

const look = () => {
  const main = byId("main").getBoundingClientRect();
  const x = main.left + Math.min(main.width / 2, 200);
  const edge = bar.getBoundingClientRect().bottom;
  for (const y of [16, 40, 72, 120, 200]) {
    const block = document.elementFromPoint(x, edge + y)?.closest(".r, #introduction, #credits, .front");
    if (block) {
      if (block.matches(".front")) { crumbs.replaceChildren(); last = block; } else follow(block);
      return;
    }
  }
};

let waiting = false;
const lookSoon = () => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; look(); });
};
addEventListener("scroll", lookSoon, { passive: true });
addEventListener("resize", lookSoon, { passive: true });

// `#R70219b` and `#702.19b` mean `#r702.19b`.
const bare = (id) => id.toLowerCase().replace(/^r/, "").replaceAll(".", "");
const land = () => {
  let id = location.hash.slice(1);
  try { id = decodeURIComponent(id); } catch { /* as it stands */ }
  if (!id || byId(id) || !/^[rR]?\d/.test(id)) return;
  const wanted = bare(id);
  const found = [...document.querySelectorAll('.r[id^="r"]')].find((block) => bare(block.id) === wanted);
  if (found) location.replace("#" + found.id);
};
addEventListener("hashchange", () => { land(); lookSoon(); });
land();
lookSoon();
