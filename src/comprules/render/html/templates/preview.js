// What a link in the text leads to, shown beside it: on hover, focus and tap. The text is taken from the page itself.
const { byId, isOn } = window.comprules;
const panel = byId("preview");
const SHOWN = 600; // characters: rules under a heading are added up to about these
let shown = null; // the link whose preview is open
let timer = 0;

const isPreviewed = (link) => link && link.closest("main") && !link.matches(".n, .letters a") && isOn("previews");
const later = (action, wait) => { clearTimeout(timer); timer = setTimeout(action, wait); };

const copy = (block) => {
  const made = block.cloneNode(true);
  for (const extra of made.querySelectorAll(".k, .d")) extra.remove();
  for (const named of [made, ...made.querySelectorAll("[id]")]) named.removeAttribute("id");
  return made;
};

const following = (block) => block.nextElementSibling
  ?? block.parentElement.closest(".c")?.nextElementSibling;

const collect = (target) => {
  const made = [copy(target)];
  let length = made[0].textContent.length;
  const isHeading = target.matches(":has(> h2, > h3, > h4)") && !target.matches(".g");
  let next = isHeading ? following(target) : null;
  while (next && length < SHOWN) {
    if (next.matches(".c")) next = next.firstElementChild;
    if (!next || !next.matches(".r") || next.matches(":has(> h2, > h3, > h4)")) break;
    made.push(copy(next));
    length += next.textContent.length;
    next = following(next);
  }
  return made;
};

const place = (link) => {
  const at = link.getClientRects()[0];
  const height = panel.offsetHeight;
  const below = at.bottom + 6;
  panel.style.top = (below + height < innerHeight ? below : Math.max(6, at.top - height - 6)) + "px";
  panel.style.left = Math.max(8, Math.min(at.left, innerWidth - panel.offsetWidth - 8)) + "px";
};

const show = (link) => {
  const target = byId(decodeURIComponent(link.hash.slice(1)));
  if (!target || !target.matches(".r") || !link.getClientRects().length) return;
  panel.replaceChildren(...collect(target));
  panel.hidden = false;
  panel.scrollTop = 0;
  shown = link;
  place(link);
};

const hide = () => {
  clearTimeout(timer);
  panel.hidden = true;
  shown = null;
};

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const link = event.target.closest('a[href^="#"]');
  if (panel.contains(event.target) || (link && link === shown)) clearTimeout(timer);
  else if (isPreviewed(link)) later(() => show(link), 250);
  else if (shown) later(hide, 300);
  else clearTimeout(timer);
});
document.addEventListener("focusin", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (panel.contains(event.target)) clearTimeout(timer);
  else if (isPreviewed(link) && link.matches(":focus-visible")) show(link);
  else if (shown) hide();
});
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (event.pointerType === "touch" && isPreviewed(link) && link !== shown) {
    event.preventDefault(); // the first tap shows, the second one goes
    show(link);
  } else if (link || !panel.contains(event.target)) hide();
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && shown) hide(); });
document.addEventListener("scroll", () => { if (shown && !panel.matches(":hover")) hide(); }, { passive: true });
