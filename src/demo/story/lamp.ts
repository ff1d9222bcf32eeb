import { setCollaborator } from '../../features/collaborators/set-collaborator.ts'
import { addUsualLabels } from '../../features/labels/add-usual-labels.ts'
import { createBranch } from '../../features/refs/create-branch.ts'
import { refOf, type Step } from '../stage.ts'
import { begins, commits, does, issue, stars, type ToldIssue } from '../steps.ts'

const path = 'bob/lamp'

const blink = `#include "lamp.h"

/* On for one second of five, as the chart says. */
int lamp_is_on(unsigned seconds)
{
    return seconds % LAMP_PERIOD < LAMP_ON;
}
`

const header = `#ifndef LAMP_H
#define LAMP_H

#define LAMP_PERIOD 5
#define LAMP_ON 1

int lamp_is_on(unsigned seconds);

#endif
`

const rust = `/// On for one second of five, as the chart says.
pub fn is_on(seconds: u64) -> bool {
    seconds % 5 < 1
}

#[test]
fn begins_with_light() {
    assert!(is_on(0));
    assert!(!is_on(1));
}
`

const told: readonly ToldIssue[] = [
  {
    key: 'drift',
    day: 28.5,
    by: 'bob',
    title: 'The lamp is four seconds late after a week',
    labels: ['bug'],
    body: 'The crystal is cheap. Ask the network now and then?',
    remarks: [{ day: 28, by: 'eve', body: 'There is no network on a buoy.', reactions: { bob: 'laugh' } }],
  },
  { key: 'rewrite', day: 20.5, by: 'dave', title: 'Rust in place of C?', body: 'See the branch `rust`.' },
  { key: 'dusk', day: 12, by: 'carol', title: 'Begin at dusk, not at six', body: 'As harbour/tideline knows it.' },
]

/** Somebody's own, with somebody else's help. */
export const lamp: readonly Step[] = [
  begins(29.5, 'bob', path, { description: 'A light on a buoy', isPublic: true }),
  commits(29.4, 'bob', path, {
    message: 'One second of five',
    files: {
      'README.md': '# Lamp\n\nA light on a buoy: one second of five.\n',
      'src/lamp.c': blink,
      'src/lamp.h': header,
    },
  }),
  commits(21, 'bob', path, {
    message: 'Build it',
    files: { Makefile: 'lamp.o: src/lamp.c src/lamp.h\n\t$(CC) -c $<\n' },
  }),
  does(20.9, (stage) =>
    setCollaborator(stage.app, stage.as('bob'), refOf(path), { grantee: 'dave', role: 'Developer' }),
  ),
  does(20.8, (stage) => createBranch(stage.app, stage.as('dave'), refOf(path), { name: 'rust', from: 'main' })),
  commits(20.7, 'dave', path, { message: 'The same in Rust', branch: 'rust', files: { 'src/lib.rs': rust } }),
  does(29.3, (stage) => addUsualLabels(stage.app, stage.as('bob'), refOf(path))),
  ...told.flatMap((one) => issue(path, one)),
  ...stars(20, ['ada', 'dave'], path),
]
