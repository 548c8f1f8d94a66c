/**
 * The passwords of eight characters and more that people choose most, in lower case: from what the yearly lists of leaked
 * passwords (NCSC and Have I Been Pwned, NordPass, SplashData) have in common. Runs and repetitions are found by a rule instead.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password password1 password12 password123 password1234 password! passw0rd p@ssw0rd p@ssword pa$$word passwort
  passwords mypassword thepassword newpassword changeme changeme1 changeme123 letmein1 letmein123 iloveyou
  iloveyou1 iloveyou2 ilovegod sunshine sunshine1 princess princess1 football football1 baseball baseball1
  basketball softball superman superman1 batman123 spiderman ironman123 starwars starwars1 startrek pokemon123 minecraft
  trustno1 whatever whatever1 computer internet samsung1 samsung123 michelle michael1 jennifer jennifer1 jessica1
  jonathan danielle samantha victoria alexander benjamin nicholas elizabeth patricia christian charlie1
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 1qaz2wsx 1qazxsw2 zaq12wsx qazwsxedc qweasdzxc
  asdfasdf asdfghjk asdfghjkl zxcvbnm1 zxcvbnm123 q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y qwer1234 1234qwer
  asdf1234 abcd1234 abc12345 abc123456 a1234567 a12345678 a123456789 aa123456 aa12345678 admin123 admin1234 administrator
  adminadmin root1234 rootroot toor1234 welcome1 welcome12 welcome123 welcome2024 welcome2025 welcome2026 summer2024
  summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026 monkey123 dragon123
  shadow123 master123 login123 test1234 testtest testing123 guest123 user1234 default1 secret123 secretsecret
  mustang1 corvette mercedes ferrari1 porsche1 liverpool liverpool1 arsenal1 chelsea1 barcelona manchester
  blink182 metallica slipknot1 nirvana1 elephant dolphins butterfly chocolate cheesecake strawberry blueberry
  midnight lovelove babygirl babygirl1 sweetheart beautiful honey123 forever1 hello123 hellohello helloworld
  letmeinnow opensesame godzilla gladiator warcraft playstation nintendo chocolate1 snowball bulldogs
  redsox123 yankees1 cowboys1 steelers packers1 rangers1 dallas123 newyork1 brooklyn california florida1
  swordfish mountain sunflower rainbow1 friends1 family123 jesus123 godisgood blessed1 freedom1 liberty1
  correcthorsebatterystaple correct-horse-battery-staple p4ssw0rd pass1234 pass12345 pass@123 password@123 admin@123
  welcome@123 india123 pakistan iloveyou123 qwerty1! password1! password123! summer2025! winter2025! spring2026! welcome1!
  `
    .trim()
    .split(/\s+/)
)
