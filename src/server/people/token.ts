import { hash, randomBytes } from 'node:crypto'

/** 256 random bits. Only the hash is stored, so leaked storage reveals no session. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): string => hash('sha256', token)
