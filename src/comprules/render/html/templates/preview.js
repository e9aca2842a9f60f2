// What a link in the text leads to, shown beside it: on hover, focus and tap. The text is taken from the page itself.
const { byId, isOn, named } = window.comprules;
const panel = byId("preview");
const [frame, foot] = panel.children;
const [open] = foot.children;
const SHOWN = 600; // characters: rules under a heading are added up to about these
let shown = null; // the link whose preview is open
let timer = 0;

const isPreviewed = (link) => link && link.closest("main") && !link.matches(".n, .letters a, .pairs a, .qs a") && isOn("previews");
const later = (action, wait) => { clearTimeout(timer); timer = setTimeout(action, wait); };

const copy = (block) => {
  const made = block.cloneNode(true);
  for (const extra of made.querySelectorAll(".k, .w, .d, .cite, .pair, .o")) extra.remove();
  for (const each of [made, ...made.querySelectorAll("[id]")]) each.removeAttribute("id");
  return made;
};

const following = (block) => block.nextElementSibling
  ?? block.parentElement.closest(".c")?.nextElementSibling;

const isHeading = (block) => block.matches("#rules :has(> h2, > h3, > h4)");
const collect = (target) => {
  const made = [copy(target)];
  let length = made[0].textContent.length;
  let next = isHeading(target) ? following(target) : null;
  while (next && length < SHOWN) {
    if (next.matches(".c")) next = next.firstElementChild;
    if (!next || !next.matches(".r") || isHeading(next)) break;
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

const show = (link, isTouched) => {
  const target = byId(named(link.hash));
  if (!target || !target.matches(".r") || !link.getClientRects().length) return;
  frame.replaceChildren(...collect(target));
  panel.hidden = false;
  frame.scrollTop = 0;
  open.href = link.hash;
  foot.hidden = !isTouched;
  panel.classList.toggle("more", frame.scrollHeight > frame.clientHeight + 4);
  shown = link;
  place(link);
};

const hide = () => {
  clearTimeout(timer);
  panel.hidden = true;
  shown = null;
};

frame.addEventListener("scroll", () => {
  panel.classList.toggle("more", frame.scrollTop + frame.clientHeight < frame.scrollHeight - 4);
}, { passive: true });
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
  if (event.pointerType === "touch" && isPreviewed(link) && link !== shown && byId(named(link.hash))?.matches(".r")) {
    event.preventDefault(); // the first tap shows, the second one, or Open, goes
    show(link, true);
  } else if (link || event.target.closest("#preview button") || !panel.contains(event.target)) hide();
}, { capture: true });
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && shown) hide(); });
document.addEventListener("scroll", (event) => { if (event.target !== frame && shown && !panel.matches(":hover")) hide(); }, { passive: true });
