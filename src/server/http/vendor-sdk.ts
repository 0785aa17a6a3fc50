/** The vendor's own clients say so. */
export const isVendorSdk = (userAgent: string): boolean => /^promptlayer-(?:js|python)\//.test(userAgent)
