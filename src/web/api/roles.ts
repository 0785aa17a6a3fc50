import type { Role } from '../../engine/roles.ts'

/** The roles as labels. */
export const roleNames: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  contributor: 'Contributor',
  publisher: 'Publisher',
  admin: 'Admin',
}

/** Short descriptions of the roles. */
export const roleInWords: Readonly<Record<Role, string>> = {
  viewer: 'looks',
  contributor: 'makes and changes, releases nothing',
  publisher: 'makes, changes and moves release labels',
  admin: 'does everything, and runs the workspace',
}
