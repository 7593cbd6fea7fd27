const button = document.querySelector("nav button");
button.hidden = false;
button.addEventListener("click", () => print());
