import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call, notifyTabs, useSession } from '../api/index.ts'
import { Avatar, Button, KeyMark, Menu, MenuChoice, MenuItem, MenuSeparator } from '../design/index.ts'
import { afterAsking, useChange } from '../dialogs/values.ts'
import { LogOut, UserRound } from '../icons/index.ts'
import { chooseTheme, themeNames, useTheme } from './theme.ts'

/** The menu of the signed-in person: theme, settings, sign out. */
export function PersonMenu() {
  const person = useSession()?.person
  const router = useRouter()
  const client = useQueryClient()
  const theme = useTheme()
  const signOut = useChange(() => call('signOut'), {
    onSuccess: () => {
      client.clear()
      notifyTabs('left')
      router.history.push('/sign-in', undefined, { ignoreBlocker: true })
    },
  })
  const name = person?.name ?? 'API key'
  return (
    <Menu
      align="start"
      trigger={
        <Button
          kind="quiet"
          aria-label={`Signed in as ${name}`}
          className="h-9 min-w-0 shrink justify-start px-1.5 max-[1100px]:px-1"
        >
          {person ? <Avatar name={name} /> : <KeyMark />}
          <span className="truncate text-ink max-[1100px]:hidden">{name}</span>
        </Button>
      }
    >
      <p className="max-w-64 truncate px-2 py-1 text-small text-ink-faint">{person?.email ?? 'API key'}</p>
      <MenuItem onSelect={() => router.history.push('/settings/account')}>
        <UserRound />
        Your account
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label="Theme" value={theme} options={themeNames} onChange={chooseTheme} />
      <MenuSeparator />
      <MenuItem onSelect={() => afterAsking(() => signOut.mutate())}>
        <LogOut />
        Sign out
      </MenuItem>
    </Menu>
  )
}
