import { hash, randomBytes } from 'node:crypto'

/** A token of 256 random bits. Only its hash is stored, so that stolen storage contains no valid token. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): string => hash('sha256', token)
