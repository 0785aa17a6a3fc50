/** Normalises a host for `isAllowedHost`; null if the text is no host name or address. */
export function readHost(text: string): string | null {
  const port = /:(\d{1,5})$/.exec(text)?.[1]
  const isBareV6 = text.includes('::') && !text.startsWith('[')
  const url = URL.parse(`http://${isBareV6 ? `[${text}]` : text}`)
  if (!url || /[/?#@\\\s*]/.test(text)) return null
  const hostname = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname
  if (hostname === '' || hostname.startsWith('.') || hostname.endsWith('.')) return null
  return port === undefined || isBareV6 ? hostname : `${hostname}:${Number(port)}`
}
