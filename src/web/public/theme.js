// Before the first paint, so that nobody sees the wrong theme flash by.
const chosen = localStorage.getItem('theme') ?? 'system'
const dark = chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.toggle('dark', dark)
