/** Passwords of ten characters and more that stand high on every published list of leaked ones, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `passwordpassword password1password mypassword thepassword newpassword contrasena contraseña motdepasse passwords
  changemenow letmeinnow welcomehome iloveyoubaby iloveyousomuch loveyouforever trustno1trustno1
  qwertyuiop qwertzuiop azertyuiop qwertyqwerty qwerty123qwerty qazwsxedcrfv 1qaz2wsx3edc 1qaz2wsx3edc4rfv
  1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4t5 q1w2e3r4t5y6 asdfghjkl; asdfghjkl1 zxcvbnm123 poiuytrewq zxcvbnmasdfghjkl
  abc123abc123 abcd1234abcd a1b2c3d4e5 1234qwerasdf qwer1234qwer 1234567890q 123456789q 123456789a a123456789
  1234567890 12345678910 1234512345 1234554321 123123123123 1231231231 1233211233 0987654321 9876543210 0123456789
  01234567890 1212121212 1122334455 112233445566 11223344556677889900 123456123456 123456654321 1234567891
  1472583690 7894561230 7894561237 3141592653 31415926535 102030405060 1020304050 1357924680 2468135790
  administrator superadmin adminadmin rootrootroot mastermaster guestguest default123 secretsecret topsecret1
  basketball liverpool1 manchester realmadrid1 barcelona1 metallica1 chocolate1 butterfly1 sunshine12 superman12
  spiderman1 dragonball minecraft1 playstation starwars12 princess12 blink182blink elizabeth1 alexander1 christopher
  jesuschrist godisgood1 helloworld hellohello lovelovelove fuckyoufuckyou correcthorsebatterystaple opensesame
  abracadabra`.split(/\s+/),
)

/** Words that are still themselves with a few digits behind: `password123`, `qwerty12345`. */
export const commonStems: ReadonlySet<string> = new Set(
  `password passwort passw0rd p@ssword p@ssw0rd qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm
  1q2w3e 1q2w3e4r 1qaz2wsx admin administrator welcome letmein iloveyou changeme master monkey dragon football
  baseball basketball sunshine princess superman batman shadow michael jennifer abc abcd abcdef login`.split(/\s+/),
)
