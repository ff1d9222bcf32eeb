/**
 * Words and keyboard runs at the top of every published list of leaked passwords, as they are left when digits and
 * punctuation at either end are taken off, plus the long ones that are common as a whole.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password passw0rd p@ssword p@ssw0rd p4ssword pa55word passwort motdepasse contrasena contraseña senha passwords
  passwordpassword mypassword thepassword newpassword password1password changeme changemenow letmein letmeinnow
  welcome welcomehome welcometo iloveyou iloveyoubaby iloveyousomuch lovelove loveyou loveyouforever trustno
  qwerty qwertz azerty qwertyuiop qwertzuiop azertyuiop qwertyqwerty qwertyui qwerty123qwerty qazwsx qazwsxedc
  qazwsxedcrfv zaqwsx zaq1zaq1 1qaz2wsx 1qaz2wsx3edc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5
  q1w2e3r4t5y6 asdfgh asdfghjkl asdfghjkl; asdfasdf asdfqwer zxcvbn zxcvbnm poiuytrewq lkjhgfdsa mnbvcxz
  abc abcd abcdef abcdefg abcdefgh abcabc abc123abc abcd1234 a1b2c3 a1b2c3d4 a1b2c3d4e5 aa123456 1234qwer qwer1234
  1234567890 12345678910 123456789a 1234512345 1234554321 123123123 123123123123 123321123 0987654321 9876543210
  0123456789 01234567890 1111111111 0000000000 1212121212 1122334455 112233445566 11223344556677889900 123456123456
  123456654321 147258369 1472583690 7894561230 3141592653 31415926535 999999999 102030405060 1020304050
  admin administrator adminadmin rootroot root toor superuser sysadmin superadmin master mastermaster guest guestguest
  user username useruser login loginlogin default defaultpassword test testtest testing tester testpassword temp
  temporary secret secretsecret topsecret access internet computer server database system network wireless samsung
  google facebook linkedin microsoft windows apple android iphone nintendo playstation minecraft starwars pokemon
  football baseball basketball soccer hockey liverpool arsenal chelsea barcelona manchester realmadrid juventus
  superman batman spiderman wolverine dragon dragonball monkey shadow sunshine princess princesa michael michelle
  jennifer jessica jordan jordan23 ashley daniel charlie andrew anthony thomas robert joshua matthew nicole hannah
  amanda samantha elizabeth alexander alexandra christopher christian victoria jonathan benjamin
  mustang corvette ferrari porsche mercedes harley yamaha
  freedom whatever blessed blessing jesus jesuschrist godisgood heaven angel angels forever family friend friends
  flower butterfly chocolate cheese cookie pepper ginger summer winter spring autumn monday friday january february
  march april august september october november december hello hellohello helloworld hello123hello goodbye
  fuckyou fuckoff asshole bullshit pussy sexy sexsex killer hunter ranger soldier warrior maverick phoenix
  correcthorsebatterystaple trustno1trustno1 opensesame abracadabra starwarsstarwars zxcvbnmasdfghjkl
  github gitlab gitea forgejo stithy docker kubernetes jenkins development production staging`.split(/\s+/),
)
