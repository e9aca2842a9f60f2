// Exact landing. The browser lays out what is far away only when it comes near, so that a place computed once would be
// off by as much as it had guessed wrong: a jump is corrected until the page is still. Back and reload find the block
// that was read, not the pixels.
const { byId, named } = window.comprules;
const QUIET = 10; // frames without a move after which the page counts as still
const LONGEST = 3000; // milliseconds after which a jump is left as it is
const bar = document.querySelector(".bar");
let run = 0;
let saving = 0;

const edge = () => {
  const columns = document.querySelector(".columns");
  return Math.max(bar.getBoundingClientRect().bottom, columns?.offsetParent && columns.getBoundingClientRect().top < 200 ? columns.getBoundingClientRect().bottom : 0);
};

// `off` tells by how many pixels the page still has to move; null gives up.
const settle = (off) => {
  const mine = ++run;
  const begin = performance.now();
  let quiet = 0;
  const look = () => {
    if (mine !== run) return;
    const by = off();
    if (by === null) return;
    const before = scrollY;
    if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: "instant" });
    quiet = scrollY === before && document.readyState === "complete" ? quiet + 1 : 0;
    if (quiet < QUIET && performance.now() - begin < LONGEST) requestAnimationFrame(look); else save();
  };
  look();
};
for (const type of ["wheel", "touchmove", "keydown", "pointerdown"]) addEventListener(type, () => { run += 1; }, { capture: true, passive: true });

const land = (target) => settle(() => (target.getClientRects().length ? target.getBoundingClientRect().top - parseFloat(getComputedStyle(target).scrollMarginTop) : null));

// The block that is read: what stands under the bar, gaps between blocks passed over.
const reading = () => {
  const main = byId("main").getBoundingClientRect();
  const x = main.left + Math.min(main.width / 2, 200);
  const top = edge();
  for (const y of [16, 40, 72, 120, 200]) {
    for (const each of document.elementsFromPoint(x, top + y)) {
      if (!each.closest("main")) continue;
      const block = each.closest(".r, h1, h2, h3, h4, p, summary, .letters, .front")?.closest("main [id]");
      if (block) return block;
      break;
    }
  }
  return null;
};

const save = () => {
  clearTimeout(saving);
  const block = reading();
  if (!block) return;
  try { history.replaceState({ ...history.state, place: { id: block.id, top: block.getBoundingClientRect().top } }, ""); } catch { /* not kept */ }
};
const restore = ({ id, top }) => {
  const block = byId(id);
  if (block) settle(() => (block.getClientRects().length ? block.getBoundingClientRect().top - top : null));
};
// What a fragment means is told by other parts: `find` gives the element of an address that is none as it stands.
const arrive = () => {
  const id = named(location.hash);
  if (!id) return;
  const target = window.comprules.find?.(id) ?? byId(id);
  if (target) { window.comprules.show?.(target); land(target.closest(".r") ?? target); } // a part of a split has its block
};

history.scrollRestoration = "manual";
addEventListener("scroll", () => { clearTimeout(saving); saving = setTimeout(save, 250); }, { passive: true });
addEventListener("pagehide", save);
addEventListener("popstate", (event) => { clearTimeout(saving); if (event.state?.place) restore(event.state.place); });
addEventListener("hashchange", () => { if (!history.state?.place) arrive(); });
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented) return;
  save();
  if (link.hash && link.href === location.href) setTimeout(arrive, 0);
}, { capture: true });
Object.assign(window.comprules, {
  land, edge, reading, arrive,
  // Go to a place of the page: as a step that Back undoes, or in place of the present one.
  go(id, isStep) {
    save();
    if (named(location.hash) === id) arrive();
    else if (isStep) location.hash = id;
    else location.replace("#" + encodeURIComponent(id));
  },
  // Once all parts are there: back to where the reader was, or to what the address names.
  begin() { if (history.state?.place) restore(history.state.place); else arrive(); },
});
