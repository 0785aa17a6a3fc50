import { hash, randomBytes } from 'node:crypto'

/** 256 bits that nobody guesses. Only the hash is stored, so storage that leaks gives no session away. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): string => hash('sha256', token)
