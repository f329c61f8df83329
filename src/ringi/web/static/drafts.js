// What was typed into a form of a plain page stays in this browser until the server has taken it: a reload, a lost
// connection or a refusal loses nothing.

const SENT = "ringi.sent";
const key = (box) => `ringi.draft.${document.body.dataset.person}.${box.dataset.draft}`;
const boxes = [...document.querySelectorAll("textarea[data-draft]")];

// The form led to another page, so it was taken; back on the page of the form, it was not.
const sent = sessionStorage.getItem(SENT);
sessionStorage.removeItem(SENT);
if (sent && !boxes.some((box) => key(box) === sent)) localStorage.removeItem(sent);

for (const box of boxes) {
  const kept = localStorage.getItem(key(box));
  if (kept && !box.value) box.value = kept;
  box.addEventListener("input", () => {
    if (box.value) localStorage.setItem(key(box), box.value);
    else localStorage.removeItem(key(box));
  });
  box.form.addEventListener("submit", () => sessionStorage.setItem(SENT, key(box)));
}
