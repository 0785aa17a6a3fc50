/** The nonce for this page's style elements in its Content-Security-Policy; the server creates one for each page. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
