/**
 * Roles of people and keys; each includes the earlier ones: read; create and change; place release labels;
 * administer the workspace (keys, people, secrets, settings).
 */
export const roles = ['viewer', 'contributor', 'publisher', 'admin'] as const
export type Role = (typeof roles)[number]

/** Whether a role includes the needed one. */
export const mayDo = (own: Role, needed: Role): boolean => roles.indexOf(own) >= roles.indexOf(needed)
