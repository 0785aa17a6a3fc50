/**
 * What people and keys may do, each more than the one before: look; make and change; say what others are served
 * (release labels); run the workspace (keys, people, secrets, settings).
 */
export const roles = ['viewer', 'contributor', 'publisher', 'admin'] as const
export type Role = (typeof roles)[number]

/** Whether a role is the needed one or more. */
export const mayDo = (own: Role, needed: Role): boolean => roles.indexOf(own) >= roles.indexOf(needed)
