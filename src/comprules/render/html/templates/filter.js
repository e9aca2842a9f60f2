// The box leaves only the rows that hold all words typed, and the parts and lists that still have rows.
const { byId, fold } = window.comprules;
const query = byId("query");
let rows = null;

const filter = () => {
  rows ??= [...document.querySelectorAll(".row")].map((row) => ({ row, text: fold(row.textContent) }));
  const words = fold(query.value).split(/\s+/).filter(Boolean);
  let left = 0;
  const filled = new Set();
  for (const { row, text } of rows) {
    const isShown = words.every((word) => text.includes(word));
    row.hidden = !isShown;
    if (isShown) {
      left += 1;
      filled.add(row.closest(".part")).add(row.closest(".list"));
    }
  }
  for (const part of document.querySelectorAll(".part, .list")) part.hidden = !filled.has(part);
  byId("nothing").hidden = left > 0;
  byId("count").textContent = words.length ? `${left} of ${rows.length}` : "";
};

query.addEventListener("input", filter);
query.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  if (query.value) { query.value = ""; filter(); } else query.blur();
});
byId("find").addEventListener("submit", (event) => event.preventDefault());
if (query.value) filter();
