/** True for User-Agents of the vendor's SDKs. */
export const isVendorSdk = (userAgent: string): boolean => /^promptlayer-(?:js|python)\//.test(userAgent)
