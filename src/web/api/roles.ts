import type { Role } from '../../engine/roles.ts'

/** Short descriptions of the roles. */
export const roleInWords: Readonly<Record<Role, string>> = {
  viewer: 'looks',
  contributor: 'makes and changes, releases nothing',
  publisher: 'makes, changes and moves release labels',
  admin: 'does everything, and runs the workspace',
}
