/** What lets this page's own style elements pass its Content-Security-Policy; the server makes a new one each time. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
