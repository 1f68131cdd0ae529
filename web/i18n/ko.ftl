### The words of GroupScope: Korean.
###
### term-: the vocabulary, with a sentence about each · say-: narration · cause-: why it happened · pic-: in pictures.
### Names of requests, states, errors and settings are Kafka's own in every language.

## Interface

ui-stage = 무대
ui-tagline = 카프카 컨슈머 그룹 시뮬레이터
ui-timeline = 시간축
ui-sequence = 시퀀스
ui-fold-heartbeats = 하트비트 접기
ui-sequence-title = 메시지를 차례로 늘어놓은 시퀀스
ui-pin = 고정
ui-pin-title = 많은 컨슈머 가운데 카드로 계속 보기
ui-story = 이야기
ui-more = 더 보기
ui-moment = 시점
ui-stories = 이야기 목록
ui-story-number = 이야기 { $number }
ui-pasted = 붙여 넣은 글
ui-side = 일어나는 일과 설정
ui-player = 재생기
ui-history = 변경
ui-untitled = 직접 만든 시나리오
ui-play = 재생
ui-pause = 일시 정지
ui-next = 다음 사건으로
ui-back = 이전 사건으로
ui-next-rebalance = 다음 리밸런싱으로
ui-last-rebalance = 이전 리밸런싱으로
ui-auto = 자동
ui-automatic = 자동 속도
ui-speed = 속도
ui-in-flight = 전송 중 메시지 { $count }개
ui-parked = 보류 { $count }개
ui-undo = 실행 취소
ui-redo = 다시 실행
ui-add-consumer = + 컨슈머
ui-fault = 장애
ui-group = { $group } 그룹
ui-consumers = 컨슈머
ui-messages = 메시지
ui-menu-back = 이전 목록
ui-do-start = { $member } 컨슈머 시작
ui-do-close = { $member } 컨슈머 정상 종료: close()
ui-do-kill = { $member } 컨슈머 강제 종료: kill −9
ui-do-restart = { $member } 컨슈머 재시작…
ui-do-freeze = { $member } 프로세스 멈춤: SIGSTOP
ui-do-thaw = { $member } 프로세스 재개: SIGCONT
ui-do-slow = { $member } 컨슈머의 처리 지연…
ui-do-cut = { $member } 컨슈머의 연결 끊기…
ui-do-slow-link = { $member } 컨슈머의 연결 지연…
ui-do-heal = { $member } 컨슈머의 연결 복구
ui-do-seek = { $member } 컨슈머의 위치 이동(seek)…
ui-do-seek-beginning = { $member } 컨슈머를 처음부터 다시 읽기: seekToBeginning()
ui-do-seek-end = { $member } 컨슈머를 끝으로 건너뛰기: seekToEnd()
ui-do-seek-in = { $member } 컨슈머의 { $partition } 파티션 위치 이동(seek)…
ui-do-pause = { $member } 컨슈머의 모든 파티션 일시 정지: pause()
ui-do-pause-in = { $member } 컨슈머의 { $partition } 파티션 일시 정지: pause()
ui-do-resume = { $member } 컨슈머의 일시 정지 해제: resume()
ui-do-resume-in = { $member } 컨슈머의 { $partition } 파티션 일시 정지 해제: resume()
ui-do-set = { $member } 컨슈머의 설정 변경…
ui-do-set-all = 전체 설정 변경…
ui-do-plan = { $member } 멤버의 다음 할당 계획 직접 작성…
ui-do-remove = { $member } 컨슈머 제거
ui-do-rolling = 전체 순차 재시작…
ui-do-move = 코디네이터를 브로커 { $broker }번으로 이동
ui-do-stop-broker = 브로커 { $broker }번 정상 종료
ui-do-kill-broker = 브로커 { $broker }번 강제 종료: kill −9
ui-do-start-broker = 브로커 { $broker }번 시작
ui-do-partitions = { $topic } 토픽에 파티션 추가…
ui-do-topic = 토픽 추가…
ui-do-subscribe = { $member } 컨슈머의 구독 변경…
ui-do-unsubscribe = { $member } 컨슈머의 구독 해제: unsubscribe()
ui-do-enforce = { $member } 컨슈머의 재참가: enforceRebalance()
ui-do-assign = { $member } 컨슈머의 파티션 직접 지정: assign()…
ui-do-drop = 이 { $api } 메시지 버리기
ui-do-delay = 이 { $api } 메시지 지연…
ui-do-take = 시나리오에서 제거
ui-act = 실행
ui-act-at = { $time } 시점
ui-cancel = 취소
ui-field-broker = 브로커
ui-field-way = 방향
ui-field-partition = 파티션
ui-field-to = 기준
ui-field-value = 값
ui-field-setting = 설정
ui-way-both = 양방향
ui-way-up = 요청만
ui-way-down = 응답만
ui-seek-offset = 오프셋
ui-seek-time = 이 시각 이후의 첫 레코드, ms
ui-share = 공유
ui-link = 링크
ui-link-moment = { $time } 시점에서 열기
ui-link-long = { $count }자입니다. 이렇게 긴 링크는 잘리는 프로그램이 있으니 아래 텍스트가 안전합니다.
ui-copy = 복사
ui-copied = 복사됨
ui-actions = 이 실행에서 하는 일
ui-actions-none = 아직 없습니다. 컨슈머, 연결, 브로커에 한 일이 여기에 나옵니다.
ui-action-go = { $time } 시점 보기
ui-action-take = 시나리오에서 “{ $action }” 제거
ui-futures = 남겨 둔 다른 실행
ui-future-go = 이 실행으로 이동
ui-change-opened = 처음 상태
ui-change-edited = 텍스트 편집
ui-text = 시나리오 텍스트
ui-text-note = 실행 전체를 이 텍스트로 계산합니다. 파일은 페이지에 끌어다 놓고, 텍스트는 붙여 넣을 수 있습니다. 실행 취소로 이전 버전이 돌아옵니다.
ui-apply = 적용
ui-give-up = 편집 취소
ui-download = 내려받기
ui-open-file = 파일 열기…
ui-embed = 삽입
ui-embed-width = 너비
ui-embed-height = 높이
ui-embed-theme = 테마
ui-embed-language = 언어
ui-embed-system = 읽는 사람의 설정
ui-embed-snippet = 다른 페이지에 넣을 HTML
ui-embed-note = 이 프레임은 다른 호스트에 아무것도 요청하지 않고, 시작하기 전에는 멈춰 있으며, 보이지 않는 동안 정지합니다. 필요한 높이는 postMessage로 알립니다: { "{" } groupscope: "height", height { "}" }.
ui-embed-preview = 미리 보기
ui-open-full = 전체 화면으로 열기
ui-tables = 표로 보기
ui-theme-dark = 어두운 테마
ui-theme-light = 밝은 테마
ui-now = 지금 일어나는 일
ui-story-before = 이야기 { $number }
ui-story-place = 이야기 { $number } · { $total }개 중 { $place }번째
ui-moments = 장면 목록
ui-last-moment = 이야기의 이전 장면으로
ui-next-moment = 이야기의 다음 장면으로
ui-next-short = 다음
ui-why = 왜?
ui-why-title = 일어난 까닭
ui-why-nothing = 시나리오가 시작한 일이며 실행 안에는 다른 원인이 없습니다.
ui-why-past = 지금 설정에서는 일어나지 않습니다. 아래는 바꾸기 전 실행의 원인입니다.
ui-changed = , 바뀜
ui-details = 자세히
ui-figures = 이 실행
ui-figures-group = 수치를 볼 그룹
ui-generation = { $generation }세대
ui-timing = 타이밍
ui-timing-note = 끄는 동안 다시 실행
ui-default-mark = 표시는 카프카 기본값
ui-knob-latency = 네트워크 지연
ui-knob-process = 레코드당 처리 시간
ui-knob-poll = poll()의 인자
ui-knob-produce-per-second = 토픽당 초당 레코드 수
ui-inert = 알고 있는 설정이지만 이 시뮬레이션에서는 아무것도 바꾸지 않습니다.
ui-consumer-of = 설정할 컨슈머
ui-unit = { $value } { $unit }
ui-mend = { $value }(으)로 설정
ui-refused = { $source }: 사용할 수 없습니다
ui-line = { $line }행
ui-close = 닫기
ui-keys = 단축키
ui-key-play = 재생과 일시 정지
ui-key-step = 다음 사건으로, 또는 이전으로
ui-key-rebalance = 다음 리밸런싱으로, 또는 이전으로
ui-key-moment = 이야기의 다음 장면으로, 또는 이전 장면으로
ui-key-edge = 처음으로, 또는 끝으로
ui-key-speed = 고정 속도, 1/100에서 64까지
ui-key-automatic = 자동 속도
ui-key-skip = 조용한 구간 건너뛰기
ui-key-loop = 끝에서 다시 시작하기
ui-key-zoom = 시간축 확대와 축소
ui-key-pan = 시간축 이동
ui-key-undo = 실행 취소와 다시 실행
ui-key-act = 초점이 있는 것에 할 수 있는 일
ui-key-tables = 그림을 표로 보기
ui-key-share = 시나리오의 링크와 텍스트
ui-key-things = 다음 것으로 이동
ui-key-escape = 맨 위의 것 닫기
ui-key-help = 이 목록

## The assignment lab

lab-single = 단일
lab-lab = 할당 실험
lab-switch = 보기
lab-presets = 예제
lab-preset = 예제
lab-own = 직접 만든 그룹
lab-preset-different-subscriptions = 서로 다른 구독, C0 탈퇴
lab-preset-sticky-keeps = 파티션 2개인 토픽 4개, C1 탈퇴
lab-preset-revoke-first = 토픽 2개, C1 탈퇴, 먼저 해제할 파티션
lab-preset-one-more = 멤버 추가: 조급한 방식과 협력적 방식
lab-preset-range-two-topics = 파티션 4개인 토픽 2개
lab-preset-range-skew = 파티션 3개인 토픽 2개
lab-preset-seven-partitions = 파티션 7개, 멤버 1~8개
lab-preset-three-by-two = 파티션 3개, 멤버 2개
lab-preset-five-by-three = 파티션 5개, 멤버 3개
lab-preset-racks = 랙(rack)이 있는 파티션과 멤버
lab-preset-applications = 파티션 5개에 컨슈머 5개와 1개
lab-preset-two-hundred = 멤버 200개, 파티션 500개, 하나 탈퇴
lab-inputs = 그룹
lab-topics = 토픽
lab-add-topic = + 토픽
lab-partitions = 파티션
lab-fewer = { $topic } 토픽의 파티션 하나 빼기
lab-more-partitions = { $topic } 토픽의 파티션 하나 더하기
lab-partitions-of = { $topic } 토픽의 파티션 수
lab-racks-of = { $topic } 토픽 복제본의 랙(rack)
lab-racks-note = 파티션마다 한 항목씩 a b, b c, c a처럼 적습니다. 짧으면 처음부터 되풀이합니다.
lab-remove = { $name } 제거
lab-consumers = 컨슈머
lab-add-consumer = + 컨슈머
lab-count = 개수
lab-count-label = 시작할 때 컨슈머 수
lab-subscribes = { $member } 멤버의 { $topic } 토픽 구독
lab-leave = 탈퇴
lab-leave-label = { $member } 멤버 탈퇴
lab-member-id = 멤버 ID
lab-instance = group.instance.id
lab-rack = client.rack
lab-left = 떠남
lab-dynamic = 동적
lab-members = 멤버 { $count }개
lab-pick = 하나 고르기
lab-pick-of = { $members }: 하나를 골라 몫 보기
lab-map = 지도, 가로는 파티션, 세로는 멤버: { $counts }
lab-partition-count =
    파티션 { $count }개
lab-edit = 편집
lab-topic-name = 이름
lab-racks = 랙(rack)
lab-differing = 파티션 { $all }개 중 { $count }개는 네 결과의 담당자가 다름
lab-static = 정적
lab-happened = 일어난 일
lab-starts = 그룹 시작
lab-leaves = { $member } 탈퇴
lab-joins = { $member } 참가
lab-returns = { $member } 복귀
lab-grows = { $topic } 토픽의 파티션 { $count }개
lab-changes = { $member } 변경
lab-read = 읽는 법
lab-kept = 유지
lab-kept-note = 담당자가 그대로입니다
lab-new = 새로
lab-new-note = 맡은 멤버가 없었습니다
lab-moved = 이동
lab-moved-note = 담당자가 바뀜, 모서리는 이전 담당자
lab-withheld = 보류
lab-withheld-note = 다음 차례에 받습니다
lab-revokes = 해제
lab-revokes-note = 먼저 내려놓으며 아무도 읽지 않습니다
lab-had = 이전
lab-had-note = 이제 다른 멤버가 맡습니다
lab-not-subscribed = 구독 안 함
lab-from = { $member }에서
lab-round = { $round }차
lab-first = 먼저
lab-as-text = 텍스트
lab-as-text-note = 할당자마다 한 줄의 JSON이며 groupscope assign 명령이 읽습니다.
lab-copy = JSON 복사
lab-copy-link = 링크 복사
lab-copied = 복사됨
lab-run = 시나리오로 열기
lab-view = 표에 보일 내용
lab-view-moves = 이동 · 유지
lab-view-differences = 차이
lab-view-figures = 수치
lab-title = 같은 그룹, 할당자 4개, 파티션 { $count }개
lab-about-range = 토픽마다 나누고 나머지는 앞 멤버가 받습니다
lab-about-roundrobin = 모든 파티션을 한 바퀴씩 돌아가며 줍니다
lab-about-sticky = 가진 것을 유지하고 균형을 맞춥니다
lab-about-cooperative-sticky = 스티키와 같되 해제하기 전에는 넘기지 않습니다
lab-eager = 조급한 방식
lab-cooperative = 협력적 방식
lab-table = { $assignor }: 멤버별 파티션
lab-member = 멤버
lab-of = { $all }개 중 { $has }개
lab-of-short = { $has } / { $all }
lab-same = 같음
lab-differs = 다름
lab-same-note = 네 할당자의 담당자가 같습니다
lab-differs-note = 할당자마다 담당자가 다릅니다
lab-cell = { $partition }, { $member }: { $what }. 이유 보기
lab-sizes = 몫
lab-spread = 차이
lab-rounds = 차례
lab-lost = 내놓음
lab-in-rack = 랙 일치
lab-then = { $now } → { $then }
lab-figures-table = 네 결과의 수치
lab-assignor = 할당자
lab-shares = 몫: { $text }
lab-throws = 카프카의 { $assignor } 할당자가 { $error } 예외를 던집니다. 리밸런싱이 실패하고 모두 가진 것을 그대로 둡니다.
lab-why-got = 왜 여기인가? { $partition } 파티션은 { $member } 멤버 담당
lab-why-withheld = 왜 여기인가? { $partition } 파티션은 이번 차례에 담당자 없음
lab-why-nobody = 왜 여기인가? { $partition } 파티션은 담당자 없음
lab-why-member = { $member } 멤버의 파티션 { $count }개
lab-why-choose = 하나를 골라 이유를 봅니다.
lab-why-none = 칸이나 지도의 한 곳을 고르면 파티션이 그곳에 간 단계를 보여 줍니다.
lab-more = 외 { $count }개
lab-key-cells = 칸에서 칸으로
lab-key-generation = 이전 세대, 다음 세대
lab-step-left = { $member } 멤버가 맡았으나 떠났습니다.
lab-step-next = 멤버들이 다시 참가하면 { $generation }세대에서 { $member } 멤버가 받습니다.
lab-step-nobody = 이 토픽을 구독하는 멤버가 없습니다.
lab-step-range-share = { $topic } 토픽: { $partitions } ÷ { $subscribers } = { $each }, 나머지 { $rest }. ID 순서로 나누면 { $partition } 파티션은 { $member } 멤버의 몫입니다.
lab-step-range-extra = { $topic } 토픽: { $partitions } ÷ { $subscribers } = { $each }, 나머지 { $rest }. ID 순서로 앞의 { $rest }개 멤버가 하나씩 더 받으므로 { $partition } 파티션도 { $member } 멤버가 받습니다.
lab-step-rack-match = { $partition } 파티션의 복제본이 { $member } 멤버의 랙(rack)에 있고 그 멤버의 몫이 아직 남았습니다(KIP-881).
lab-step-co-partitioned = 구독자가 같고 파티션 수가 같은 토픽은 같은 번호를 같은 멤버에게 주므로 { $partition } 파티션은 { $member } 멤버가 받습니다(KIP-881).
lab-step-turn = 모든 파티션이 한 줄로 섭니다. { $partition } 파티션 때는 { $member } 멤버의 차례였습니다.
lab-step-passed = { $partition } 파티션 때 { $topic } 토픽을 구독하지 않는 { $count }개 멤버를 건너뛰고 { $member } 멤버의 차례가 됐습니다.
lab-step-kept = { $member } 멤버가 { $partition } 파티션을 가졌다고 알립니다. 먼저 모두 가진 것을 유지합니다.
lab-step-least = 파티션 { $all }개를 멤버 { $members }개가 나누면 적어도 { $least }개씩입니다. { $member } 멤버가 모자라서 { $partition } 파티션을 받습니다.
lab-step-more = 모두 { $least }개씩 가졌고 남은 { $more }개는 한 멤버에 하나씩 갑니다. { $member } 멤버가 { $partition } 파티션을 받습니다.
lab-step-lightest = { $topic } 토픽의 구독자 { $subscribers }개 중 가장 적게 가진 { $member } 멤버가 { $partition } 파티션을 받습니다.
lab-step-in-rack = 복제본 하나가 { $member } 멤버의 랙(rack)에 있습니다.
lab-step-balance = 균형: { $from } 멤버가 { $member } 멤버보다 적어도 2개 더 많아 { $partition } 파티션을 { $member } 멤버에게 옮깁니다.
lab-step-previous = 균형: { $member } 멤버는 이전 세대에 { $partition } 파티션을 맡았고 { $from } 멤버보다 적어도 2개 적어 되돌려 받습니다.
lab-step-instead = { $other } 대신 { $partition } 파티션을 { $from } 멤버에서 { $member } 멤버로 옮깁니다. 앞서 반대 방향으로 옮겼기 때문입니다.
lab-step-withheld = { $owner } 멤버가 ownedPartitions에서 소유를 알립니다. 협력적 방식이라 { $member } 멤버의 목록에서 빼고 { $owner } 멤버가 먼저 해제합니다.

## Terms: group and members

term-consumer = 컨슈머
    .about = 폴링 루프로 파티션의 레코드를 읽는 클라이언트입니다.
term-consumer-group = 컨슈머 그룹
    .about = 같은 group.id로 토픽의 파티션을 나누어 읽는 컨슈머의 모임입니다.
term-group-id = group.id(그룹 ID)
    .about = 컨슈머를 한 그룹으로 묶고 커밋된 오프셋의 키가 되는 이름입니다.
term-group-coordinator = 그룹 코디네이터
    .about = 그룹에 해당하는 __consumer_offsets 파티션의 리더 브로커로, 멤버와 오프셋을 관리합니다.
term-consumer-coordinator = ConsumerCoordinator
    .about = 클라이언트 안에서 그룹 코디네이터와 통신하는 부분입니다.
term-consumer-offsets = __consumer_offsets(오프셋 토픽)
    .about = 그룹 정보와 커밋된 오프셋을 저장하는 내부 토픽입니다.
term-member = 멤버
    .about = 코디네이터가 그룹에 받아들인 컨슈머입니다.
term-member-id = 멤버 ID
    .about = 코디네이터가 부여하는 ID로, client.id나 group.instance.id 뒤에 임의의 UUID가 붙습니다.
term-pending-member = 대기 멤버
    .about = ID는 받았지만 두 번째 JoinGroup이 아직 도착하지 않은 멤버입니다.
term-client-id = client.id(클라이언트 ID)
    .about = 클라이언트의 이름표이며 동적 멤버의 ID가 이 값으로 시작합니다.
term-group-leader = 그룹 리더
    .about = 모든 멤버의 할당을 계산하는 멤버입니다.
term-follower = 팔로워
    .about = 리더가 아닌 멤버로, 자신의 할당만 볼 수 있습니다.
term-dynamic-member = 동적 멤버
    .about = group.instance.id가 없는 멤버로, 재시작하면 새 멤버가 됩니다.
term-static-member = 정적 멤버
    .about = group.instance.id가 있는 멤버로, 세션 안에 돌아오면 리밸런싱이 없습니다.
term-static-membership = 정적 멤버십(스태틱 멤버십)
    .about = group.instance.id로 재시작 뒤에도 유지되는 신원입니다.
term-group-instance-id = group.instance.id(인스턴스 ID)
    .about = 정적 멤버의 고정 이름이며 그룹 안에서 유일해야 합니다.
term-fenced = 펜싱(차단)
    .about = 같은 group.instance.id를 다른 프로세스가 넘겨받아 차단된 상태입니다.
term-zombie = 좀비 컨슈머
    .about = 그룹에서 제거된 뒤에도 계속 처리하는 컨슈머입니다.

## Terms: states

term-empty = Empty(비어 있음)
    .about = 멤버가 없는 상태이며 오프셋은 남아 있을 수 있습니다.
term-preparing-rebalance = PreparingRebalance(참가 대기)
    .about = 코디네이터가 JoinGroup 요청을 모으는 상태입니다.
term-completing-rebalance = CompletingRebalance(할당 대기)
    .about = 새 세대가 시작되었고 리더의 할당을 기다리는 상태입니다.
term-stable = Stable(안정)
    .about = 모든 멤버가 할당을 받은 상태입니다.
term-dead = Dead(소멸)
    .about = 이 코디네이터에서 그룹이 사라진 상태입니다.
term-generation = 세대(generation)
    .about = 그룹 구성의 회차 번호로, 참가 단계가 끝날 때마다 1씩 커집니다.

## Terms: requests

term-find-coordinator = FindCoordinator
    .about = 그룹의 코디네이터가 어느 브로커인지 묻는 요청입니다.
term-join-group = JoinGroup(그룹 참가)
    .about = 다음 세대에 참가하겠다는 요청이며 응답은 다른 멤버를 기다릴 수 있습니다.
term-sync-group = SyncGroup(할당 동기화)
    .about = 리더의 할당을 코디네이터에 전하고 각 멤버가 자기 몫을 받는 요청입니다.
term-heartbeat = 하트비트
    .about = 주기적인 생존 신호이며 응답으로 리밸런싱도 알립니다.
term-leave-group = LeaveGroup(그룹 탈퇴)
    .about = 멤버가 지금 나간다고 코디네이터에 알리는 요청입니다.
term-offset-commit = OffsetCommit(오프셋 커밋)
    .about = 파티션마다 다음에 읽을 오프셋을 저장하는 요청입니다.
term-offset-fetch = OffsetFetch(커밋 조회)
    .about = 커밋된 오프셋을 읽어 오는 요청입니다.
term-fetch = 페치
    .about = 지정한 오프셋부터 레코드를 달라는 요청입니다.
term-parked-request = 보류된 요청
    .about = 조건이 갖춰질 때까지 코디네이터가 응답을 미룬 요청입니다.

## Terms: rebalance

term-rebalance = 리밸런싱
    .about = 파티션을 멤버에게 다시 나누는 과정입니다.
term-join-phase = 참가 단계
    .about = 리밸런싱 시작부터 코디네이터가 JoinGroup에 응답할 때까지입니다.
term-initial-rebalance-delay = 최초 리밸런싱 지연
    .about = 비어 있던 그룹이 멤버를 더 기다리는 시간입니다.
term-rebalance-timeout = 리밸런싱 타임아웃
    .about = 참가 단계가 기존 멤버를 기다리는 한도로, 그룹에서 가장 큰 max.poll.interval.ms입니다.
term-eager-rebalance = 조급한(eager) 리밸런싱
    .about = 모두가 모든 파티션을 내려놓고 참가하는 방식입니다.
term-cooperative-rebalance = 협력적(cooperative) 리밸런싱
    .about = 옮겨 갈 파티션만 내려놓고 한 번 더 진행하는 방식입니다.
term-stop-the-world = 전체 중단
    .about = 그룹의 어떤 멤버도 읽지 못하는 시간입니다.
term-rebalance-storm = 리밸런싱 폭풍
    .about = 리밸런싱이 리밸런싱을 불러 그룹이 거의 안정되지 못하는 현상입니다.
term-revoke = 할당 해제
    .about = 멤버가 소유한 상태에서 파티션을 내려놓는 것이며 아직 커밋할 수 있습니다.
term-assign = 할당
    .about = 멤버가 파티션을 받는 것입니다.
term-lost = 상실
    .about = 멤버가 알기 전에 소유권이 사라진 것이며 커밋은 더는 유효하지 않습니다.
term-rebalance-listener = 리밸런스 리스너(콜백)
    .about = 해제, 할당, 상실 때 실행되는 사용자 코드입니다.
term-rolling-restart = 순차 재시작
    .about = 멤버를 하나씩 차례로 재시작하는 것입니다.

## Terms: assignment

term-subscription = 구독
    .about = 멤버가 읽으려는 토픽의 목록입니다.
term-assignment = 할당 결과
    .about = 이 세대에서 어느 멤버가 어느 파티션을 맡는지의 결과입니다.
term-assignor = 할당자(파티션 할당 전략)
    .about = 리더가 파티션을 나누는 규칙입니다.
term-range = 레인지
    .about = 토픽마다 연속 구간을 멤버 순서대로 주고 나머지는 앞 멤버가 받습니다.
term-roundrobin = 라운드 로빈
    .about = 모든 파티션을 멤버에게 하나씩 차례로 줍니다.
term-sticky = 스티키
    .about = 균형을 맞추되 이미 가진 파티션을 되도록 유지합니다.
term-cooperative-sticky = 협력적 스티키
    .about = 협력적 프로토콜로 동작하는 스티키 방식입니다.
term-protocol-vote = 할당자 투표
    .about = 각 멤버가 모두 지원하는 첫 할당자에 투표하고 다수결로 정합니다.
term-idle-consumer = 유휴 컨슈머
    .about = 멤버가 파티션보다 많아 할당이 없는 멤버입니다.
term-concurrency = 동시성(concurrency)
    .about = 한 애플리케이션이 띄우는 KafkaConsumer의 수이며 각각이 멤버입니다.

## Terms: liveness

term-session-timeout = 세션 타임아웃
    .about = 이 시간 동안 하트비트가 없으면 코디네이터가 멤버를 제거합니다.
term-heartbeat-interval = 하트비트 간격
    .about = 하트비트 사이의 시간이며 보통 세션 타임아웃의 1/3 이하로 둡니다.
term-poll-interval = 폴링 간격
    .about = poll() 호출 사이의 시간이며 max.poll.interval.ms를 넘으면 클라이언트가 스스로 나갑니다.
term-poll-loop = 폴링 루프
    .about = 폴링, 처리, 커밋을 반복하는 애플리케이션의 루프입니다.
term-heartbeat-thread = 하트비트 스레드
    .about = 하트비트를 보내고 폴링 간격을 감시하는 백그라운드 스레드입니다.
term-clean-close = 정상 종료
    .about = close() 호출로, 자동 커밋이면 커밋하고 탈퇴합니다(정적 멤버는 탈퇴하지 않습니다).
term-crash = 비정상 종료
    .about = 알림 없이 끝나며 코디네이터는 세션 타임아웃으로 알게 됩니다.

## Terms: offsets and reading

term-topic = 토픽
    .about = 파티션으로 나뉜 레코드의 이름 있는 흐름입니다.
term-partition = 파티션
    .about = 순서 있는 레코드 로그이며 그룹에서 한 번에 한 멤버만 읽습니다.
term-broker = 브로커
    .about = 카프카 서버입니다.
term-record = 레코드(메시지)
    .about = 파티션의 항목 하나입니다.
term-offset = 오프셋
    .about = 파티션 안에서 레코드의 번호입니다.
term-position = 포지션(읽기 위치)
    .about = 이 컨슈머가 다음에 읽을 오프셋입니다.
term-committed-offset = 커밋된 오프셋
    .about = 다음 담당자가 읽기 시작할 오프셋입니다.
term-log-end-offset = 로그 끝 오프셋(LEO)
    .about = 다음에 기록될 레코드의 오프셋입니다.
term-lag = 컨슈머 랙(lag)
    .about = 로그 끝 오프셋에서 커밋된 오프셋(또는 명시된 포지션)을 뺀 값입니다.
term-auto-commit = 자동 커밋
    .about = poll()이 auto.commit.interval.ms마다 포지션을 커밋합니다.
term-manual-commit = 수동 커밋
    .about = 애플리케이션이 commitSync나 commitAsync로 시점을 정합니다.
term-commit-sync-async = 동기 커밋 / 비동기 커밋
    .about = 기다리며 재시도합니다 / 기다리지 않고 재시도하지도 않습니다.
term-offset-reset = 오프셋 재설정
    .about = 유효한 커밋이 없을 때 auto.offset.reset이 정하는 동작입니다.
term-offset-retention = 오프셋 보존 기간
    .about = 그룹이 빈 뒤 커밋된 오프셋을 보관하는 시간입니다.
term-seek = 위치 이동(seek)
    .about = 할당된 파티션의 포지션을 직접 정하는 것입니다.
term-duplicate = 중복 처리
    .about = 커밋이 반영되지 않아 같은 레코드를 다시 처리하는 것입니다.
term-skipped-record = 건너뛴 레코드
    .about = 오프셋이 앞서 나가 처리되지 않은 레코드입니다.
term-rack = 랙(rack)
    .about = 브로커나 클라이언트가 있는 영역입니다.

## Narration: finding the coordinator and joining

say-start = { $client } 컨슈머가 시작합니다. 부트스트랩 서버만 알고 있으며 그중 아무 서버나 브로커와 파티션의 위치를 알려 줍니다.
    .short = { $client } 컨슈머가 시작합니다.
say-find = { $client } 컨슈머가 { $group } 그룹의 코디네이터를 찾습니다. 해시 { $hash } mod { $total } = { $partition }번, 리더는 브로커 { $broker }입니다.
    .short = { $client } 컨슈머가 { $group } 그룹의 코디네이터를 찾습니다. 브로커 { $broker }입니다.
say-find-loading = { $broker }번 브로커가 그룹 파티션을 읽는 중이라 JoinGroup을 거절합니다. { $client } 컨슈머가 다시 요청합니다.
    .short = { $broker }번 브로커가 아직 읽는 중입니다. { $client } 컨슈머가 다시 요청합니다.
say-id-required = { $client } 컨슈머가 ID 없이 참가합니다. 코디네이터가 { $member } ID를 주고 다시 참가하게 합니다. 다른 멤버에는 영향이 없습니다.
    .short = 코디네이터가 { $client } 컨슈머에 { $member } ID를 줍니다.
say-first-parked = { $member } 멤버가 첫 멤버입니다. 다른 멤버를 { $delay }초 기다리느라 JoinGroup 응답을 미룹니다(group.initial.rebalance.delay.ms).
    .short = { $member } 멤버가 첫 멤버입니다. JoinGroup이 { $delay }초 기다립니다.
say-delay-extended = 기다리는 동안 { $member } 멤버가 왔으므로 코디네이터가 { $delay }초 더 기다립니다. 전체 한도는 { $max }초입니다.
    .short = { $member } 멤버가 와서 코디네이터가 { $delay }초 더 기다립니다.
say-delay-closed = 지난 { $delay }초 동안 새 멤버가 없어 참가 단계를 닫고 { $count }개 멤버로 { $generation }세대를 시작합니다.
    .short = 기다림이 끝나고 { $generation }세대가 시작됩니다.
say-delay-capped = 새 멤버가 계속 왔지만 기다림이 한도 { $max }초에 이르렀습니다. { $count }개 멤버로 { $generation }세대를 시작합니다.
    .short = 기다림이 한도에 이르러 { $generation }세대가 시작됩니다.
say-newcomer = { $member } 멤버가 참가해 코디네이터가 리밸런싱을 시작합니다. 모두 다시 참가할 때까지 { $generation }세대가 이어집니다.
    .short = { $member } 멤버가 참가해 리밸런싱이 시작됩니다.
say-joined = 기다리던 마지막 멤버가 참가했습니다. 참가 단계를 닫고 { $count }개 멤버로 { $generation }세대를 시작합니다.
    .short = 모두 참가해 { $generation }세대가 시작됩니다.
say-leader = { $member } 멤버가 먼저 참가해 리더입니다. 전체 { $count }개 멤버와 구독 목록은 리더의 응답에만 담깁니다.
    .short = { $member } 멤버가 리더라는 응답을 받습니다.
say-leader-new = 리더 { $old } 멤버가 떠나 코디네이터가 { $member } 멤버를 고릅니다. 가장 오래된 멤버가 아니라 내부 표의 첫 멤버입니다.
    .short = { $old } 멤버 대신 { $member } 멤버가 리더입니다.
say-leader-absent = 리더 { $old } 멤버가 다시 참가하지 않아 코디네이터가 { $member } 멤버를 고릅니다. 내부 표에서 참가한 첫 멤버입니다.
    .short = { $old } 멤버 대신 { $member } 멤버가 리더입니다.
say-vote = 각 멤버가 모두 지원하는 첫 할당자에 투표합니다. { $protocol } 할당자가 { $count }표 중 { $votes }표로 정해집니다.
    .short = 투표로 { $protocol } 할당자가 정해집니다.
say-no-protocol = { $client } 컨슈머의 { $offered } 할당자는 모두가 지원하지 않아 INCONSISTENT_GROUP_PROTOCOL로 거절됩니다. 그룹은 그대로 동작합니다.
    .short = { $client } 컨슈머가 INCONSISTENT_GROUP_PROTOCOL로 거절됩니다.
say-refused = 코디네이터가 { $client } 컨슈머의 JoinGroup을 거절합니다({ $error }). 다시 시도하지 않으며 그룹은 그대로 동작합니다.
    .short = { $client } 컨슈머가 거절됩니다({ $error }).
say-compute = 리더 { $member } 멤버가 { $total }개 파티션을 { $count }개 멤버에 { $protocol } 방식으로 나눕니다. 브로커가 정하지 않습니다.
    .short = 리더 { $member } 멤버가 { $protocol } 방식으로 나눕니다.
say-sync-plan = 리더의 SyncGroup이 할당 계획을 전합니다. __consumer_offsets에 기록되면 모든 멤버가 자기 몫을 받습니다.
    .short = 리더의 SyncGroup이 할당 계획을 전합니다.
say-sync-wait = { $member } 멤버가 SyncGroup을 보내고 기다립니다. 리더의 계획이 도착하면 자기 몫을 받습니다.
    .short = { $member } 멤버가 자기 몫을 기다립니다.
say-stable = { $generation }세대가 Stable 상태입니다. 각 멤버는 커밋된 오프셋을 조회한 뒤 페치를 시작합니다.
    .short = { $generation }세대가 Stable 상태입니다.
say-idle = 멤버 { $count }개가 파티션 { $total }개를 나눕니다. { $member } 멤버는 몫이 없지만 하트비트는 계속 보냅니다.
    .short = { $member } 멤버는 몫이 없습니다.

## Narration: rebalancing

say-told = { $member } 멤버가 하트비트 응답 REBALANCE_IN_PROGRESS로 리밸런싱을 압니다. 다음 poll() 때 다시 참가합니다.
    .short = { $member } 멤버가 리밸런싱을 압니다.
say-waiting-slow = 아직 처리 중인 { $member } 멤버를 기다립니다. 늦어도 { $left }초 뒤에는 이 멤버 없이 진행합니다.
    .short = { $member } 멤버를 기다립니다.
say-timeout-drop = { $member } 멤버가 리밸런싱 타임아웃 { $timeout }초 안에 다시 참가하지 않아 코디네이터가 제외하고 진행합니다.
    .short = { $member } 멤버가 제때 참가하지 않아 코디네이터가 제외합니다.
say-eager-revoke = 조급한 방식이라 { $member } 멤버가 참가 전에 { $count }개 파티션을 모두 내려놓습니다. 다음 할당까지 아무도 읽지 않습니다.
    .short = { $member } 멤버가 { $count }개 파티션을 모두 내려놓습니다.
say-coop-1 = 1차: { $member } 멤버가 { $partitions } 파티션을 내려놓아야 합니다. 나머지 파티션은 그대로 두고 계속 읽습니다.
    .short = { $member } 멤버가 { $partitions } 파티션을 내려놓습니다.
say-coop-rejoin = { $member } 멤버가 옮길 파티션을 내려놓고 다시 참가합니다. 그 파티션의 담당자를 정하는 2차 리밸런싱이 시작됩니다.
    .short = { $member } 멤버가 다시 참가해 2차가 시작됩니다.
say-coop-2 = 2차: 내려놓은 파티션이 비었으므로 { $member } 멤버가 { $partitions } 파티션을 받습니다.
    .short = { $member } 멤버가 { $partitions } 파티션을 받습니다.
say-same-gen = { $member } 멤버는 리더가 아니고 메타데이터도 같아 { $generation }세대를 그대로 받습니다. 리밸런싱은 없습니다.
    .short = { $member } 멤버는 { $generation }세대에 머뭅니다. 리밸런싱은 없습니다.
say-sync-aborted = 계획보다 새 참가가 먼저 와서 기다리던 SyncGroup이 모두 REBALANCE_IN_PROGRESS로 끝납니다. 모두 다시 참가합니다.
    .short = 새 참가로 계획을 기다리던 단계가 중단되고 모두 다시 참가합니다.
say-sync-missing = { $member } 멤버가 참가한 뒤 { $timeout }초 안에 SyncGroup을 보내지 않아 코디네이터가 제거하고 리밸런싱합니다.
    .short = SyncGroup을 보내지 않은 { $member } 멤버를 코디네이터가 제거합니다.
say-write-failed = 할당 계획을 __consumer_offsets에 기록하지 못했습니다. 멤버는 { $error } 응답을 받고 그룹은 다시 리밸런싱합니다.
    .short = 할당 계획을 기록하지 못해 다시 리밸런싱합니다.
say-leader-rejoins = 리더 { $member } 멤버가 다시 참가합니다. 리더의 재참가는 새 할당이 필요하다는 뜻이므로 코디네이터가 리밸런싱을 시작합니다.
    .short = 리더 { $member } 멤버가 다시 참가해 리밸런싱이 시작됩니다.
say-member-changed = { $member } 멤버가 전과 다른 메타데이터로 다시 참가해 코디네이터가 리밸런싱을 시작합니다.
    .short = { $member } 멤버의 메타데이터가 바뀌어 리밸런싱이 시작됩니다.
say-partitions-grown = { $topic } 토픽의 파티션이 { $old }개에서 { $new }개로 늘어납니다. 그룹은 리더가 메타데이터를 갱신할 때 알게 됩니다(metadata.max.age.ms).
    .short = { $topic } 토픽의 파티션이 { $old }개에서 { $new }개로 늘어납니다.
say-partitions-added = { $topic } 토픽의 파티션이 { $old }개에서 { $new }개로 늘었습니다. 리더가 메타데이터에서 보고 리밸런싱을 시작합니다.
    .short = 리더가 { $topic } 토픽의 파티션 { $new }개를 보고 리밸런싱을 시작합니다.

## Narration: leaving and coming back

say-leave = { $member } 멤버가 정상 종료하며 LeaveGroup을 보냅니다. 그래서 리밸런싱이 바로 시작됩니다.
    .short = { $member } 멤버가 탈퇴합니다.
say-static-away = { $instance } 인스턴스는 정적 멤버라 LeaveGroup 없이 종료합니다. { $left }초 동안 멤버로 남고 { $partitions } 파티션은 그대로 기다립니다.
    .short = { $instance } 인스턴스가 종료하고 { $left }초 동안 멤버로 남습니다.
say-crash = { $member } 멤버가 알림 없이 종료됐습니다. 세션이 끝나는 { $left }초 뒤까지 { $partitions } 파티션을 아무도 읽지 않습니다.
    .short = { $member } 멤버가 알림 없이 종료됐습니다. 세션은 { $left }초 뒤에 끝납니다.
say-crash-idle = { $member } 멤버가 알림 없이 종료됐습니다. 맡은 파티션은 없었고 코디네이터는 { $left }초 뒤 세션이 끝날 때 알게 됩니다.
    .short = { $member } 멤버가 알림 없이 종료됐습니다. 세션은 { $left }초 뒤에 끝납니다.
say-frozen = { $member } 멤버의 프로세스 전체가 멈춥니다. 긴 GC처럼 poll()도 하트비트도 없으며 세션은 계속 줄어듭니다.
    .short = { $member } 멤버가 멈춥니다.
say-thawed = { $member } 멤버가 다시 동작하며 그동안 쌓인 것부터 처리합니다. 코디네이터의 결정은 아직 모릅니다.
    .short = { $member } 멤버가 다시 동작합니다.
say-session-expired = { $member } 멤버의 하트비트가 { $timeout }초 동안 없었습니다(session.timeout.ms). 코디네이터가 제거하고 리밸런싱합니다.
    .short = { $member } 멤버의 세션이 끝나 코디네이터가 제거합니다.
say-pending-expired = 코디네이터가 { $client } 컨슈머에 준 ID가 { $timeout }초 동안 쓰이지 않아 더는 유효하지 않습니다.
    .short = { $client } 컨슈머의 ID가 더는 유효하지 않습니다.
say-poll-expired = { $member } 멤버가 { $timeout }초 동안 poll()하지 않았습니다(max.poll.interval.ms). 하트비트는 정상이었지만 스스로 나갑니다.
    .short = { $member } 멤버가 { $timeout }초 동안 poll()하지 않아 나갑니다.
say-static-poll-expired = { $member } 멤버는 정적 멤버라 폴링 간격을 넘겨도 하트비트만 멈춥니다. 파티션은 세션이 끝나야 옮겨 갑니다.
    .short = { $member } 멤버가 폴링 간격을 넘겨 하트비트를 멈춥니다.
say-static-back = { $instance } 인스턴스가 세션 안인 { $away }초 만에 돌아왔습니다. 멤버 ID만 바뀌고 파티션은 그대로이며 리밸런싱은 없습니다.
    .short = { $instance } 인스턴스가 { $away }초 만에 돌아왔습니다. 리밸런싱은 없습니다.
say-static-back-rebalance = { $instance } 인스턴스가 세션 안에 돌아왔지만 리밸런싱 중이거나 할당자가 달라 코디네이터가 리밸런싱합니다.
    .short = { $instance } 인스턴스가 돌아오고 코디네이터가 리밸런싱합니다.
say-static-late = { $instance } 인스턴스가 { $timeout }초 넘게 자리를 비워 세션이 끝나고 파티션이 옮겨 갔습니다. 돌아오면 또 리밸런싱합니다.
    .short = { $instance } 인스턴스가 늦게 돌아와 또 리밸런싱합니다.
say-taken-over = { $client } 컨슈머가 { $instance } ID로 참가해 코디네이터가 그 멤버십을 새 ID로 넘깁니다. { $member } 멤버는 아직 모르고 동작합니다.
    .short = { $client } 컨슈머가 { $member } 멤버의 { $instance } ID를 넘겨받습니다.
say-fenced = 두 번째 프로세스가 { $instance } ID로 참가해 넘겨받았습니다. 먼저 있던 { $member } 멤버는 FENCED_INSTANCE_ID로 차단됩니다.
    .short = { $member } 멤버가 FENCED_INSTANCE_ID로 차단됩니다.
say-unknown = 코디네이터가 { $member } 멤버를 더는 모릅니다(UNKNOWN_MEMBER_ID). 파티션은 상실되고 새 멤버로 참가합니다.
    .short = 코디네이터가 { $member } 멤버를 더는 모릅니다(UNKNOWN_MEMBER_ID).
say-emptied = 마지막 멤버가 떠나 그룹이 Empty 상태가 됐습니다. 오프셋은 지금부터 { $retention } 동안 보관됩니다.
    .short = 마지막 멤버가 떠나 그룹이 Empty 상태가 됐습니다.
say-broker-down = 브로커 { $broker }에서 응답이 끊깁니다. 클라이언트는 연결로, 클러스터는 브로커 세션으로 이를 알게 됩니다.
    .short = 브로커 { $broker }에서 응답이 끊깁니다.
say-broker-up = { $broker }번 브로커가 다시 동작합니다.
    .short = { $broker }번 브로커가 다시 동작합니다.
say-coordinator-moved = 브로커 { $old }의 장애로 브로커 { $broker }에서 그룹을 읽습니다. { $generation }세대가 이어지고 모든 세션을 새로 잽니다.
    .short = 브로커 { $old } 대신 브로커 { $broker }에서 그룹을 맡습니다.
say-coordinator-handed = 그룹의 파티션이 브로커 { $old }에서 브로커 { $broker }에 옮겨져 읽혔습니다. { $generation }세대가 이어지고 모든 세션을 새로 잽니다.
    .short = 브로커 { $old } 대신 브로커 { $broker }에서 그룹을 맡습니다.
say-slowed = { $member } 멤버의 처리가 레코드당 { $process } ms로 바뀝니다. 하트비트는 별도 스레드에서 계속 보냅니다.
    .short = { $member } 멤버의 처리가 레코드당 { $process } ms로 바뀝니다.
say-cut = { $client } 컨슈머와 브로커 { $broker } 사이가 끊겨 보낸 메시지가 도착하지 못하고 기다립니다.
    .short = { $client } 컨슈머와 브로커 { $broker } 사이가 끊깁니다.
say-healed = { $client } 컨슈머와 브로커 { $broker } 사이의 연결이 회복됩니다.
    .short = { $client } 컨슈머와 브로커 { $broker } 사이의 연결이 회복됩니다.
say-dropped = { $client } 컨슈머의 { $api } 메시지가 도중에 사라집니다. 보낸 쪽은 요청 시간 초과까지 기다립니다(request.timeout.ms).
    .short = { $client } 컨슈머의 { $api } 메시지가 사라집니다.
say-thrown = { $client } 컨슈머의 애플리케이션에 { $error } 예외가 전달됩니다. 그룹의 오류는 그때 호출 중인 메서드에서 드러납니다.
    .short = { $client } 컨슈머의 애플리케이션에 { $error } 예외가 전달됩니다.

## Narration: offsets

say-start-committed =
    { $count ->
        [1] { $member } 멤버가 이전 담당자가 커밋한 오프셋 { $offset }에서 { $partition } 파티션을 이어 읽습니다.
       *[other] { $member } 멤버가 { $count }개 파티션을 커밋된 오프셋에서 이어 읽습니다. { $partition } 파티션은 { $offset }부터입니다.
    }
    .short =
        { $count ->
            [1] { $member } 멤버가 { $partition } 파티션을 { $offset }부터 이어 읽습니다.
           *[other] { $member } 멤버가 { $count }개 파티션을 커밋된 곳에서 이어 읽습니다.
        }
say-reset =
    { $count ->
        [1] { $partition } 파티션에 커밋된 오프셋이 없습니다. auto.offset.reset = { $policy } 설정에 따라 { $offset }부터 읽습니다.
       *[other] { $count }개 파티션에 커밋된 오프셋이 없습니다. auto.offset.reset = { $policy } 설정에 따라 { $partition } 파티션은 { $offset }부터 읽습니다.
    }
    .short =
        { $count ->
            [1] { $partition } 파티션에 커밋이 없어 { $policy } 설정에 따라 { $offset }부터 읽습니다.
           *[other] { $count }개 파티션에 커밋이 없어 { $policy } 설정을 따릅니다. { $partition } 파티션은 { $offset }부터입니다.
        }
say-out-of-range = { $partition } 파티션의 로그에 오프셋 { $offset }번이 더는 없습니다(OFFSET_OUT_OF_RANGE). auto.offset.reset이 읽을 위치를 정합니다.
    .short = { $partition } 파티션의 오프셋 { $offset }번이 더는 없습니다.
say-seek = { $member } 멤버가 seek()으로 { $partition } 파티션의 포지션을 { $offset }번에 둡니다. 커밋된 오프셋은 다음 커밋까지 그대로입니다.
    .short = { $member } 멤버가 { $partition } 파티션을 { $offset }번으로 옮깁니다.
say-auto-commit =
    { $count ->
        [1] poll()이 오프셋 { $offset }을(를) 커밋합니다. 처리 여부와 관계없이 직전 poll()이 돌려준 데까지입니다.
       *[other] { $member } 멤버의 poll()이 { $count }개 파티션을 커밋합니다({ $partition }: { $offset }). 처리 여부와 관계없이 직전 poll()이 돌려준 데까지입니다.
    }
    .short =
        { $count ->
            [1] { $member } 멤버의 poll()이 { $partition } 파티션에 { $offset } 오프셋을 커밋합니다.
           *[other] { $member } 멤버의 poll()이 { $count }개 파티션을 커밋합니다({ $partition }: { $offset }).
        }
say-commit-ok =
    { $count ->
        [1] { $member } 멤버가 { $partition } 파티션에 { $offset } 오프셋을 커밋했습니다. 다음 담당자는 여기서 시작합니다.
       *[other] { $member } 멤버가 { $count }개 파티션의 오프셋을 커밋했습니다({ $partition }: { $offset }). 다음 담당자는 여기서 시작합니다.
    }
    .short =
        { $count ->
            [1] { $member } 멤버가 { $partition } 파티션에 { $offset } 오프셋을 커밋했습니다.
           *[other] { $member } 멤버가 { $count }개 파티션의 오프셋을 커밋했습니다({ $partition }: { $offset }).
        }
say-commit-refused = 커밋이 거절됩니다. { $member } 멤버는 { $old }세대인데 그룹은 { $generation }세대입니다(ILLEGAL_GENERATION).
    .short = { $member } 멤버의 커밋이 ILLEGAL_GENERATION으로 거절됩니다.
say-commit-rebalancing = 지금은 커밋이 거절됩니다. 세대는 시작됐지만 할당 계획이 아직 없습니다(REBALANCE_IN_PROGRESS).
    .short = { $member } 멤버의 커밋이 REBALANCE_IN_PROGRESS로 거절됩니다.
say-commit-local = { $member } 멤버의 클라이언트가 커밋을 스스로 거절합니다. 리밸런싱 중이거나 더는 멤버가 아닙니다.
    .short = { $member } 멤버의 클라이언트가 커밋을 스스로 거절합니다.
say-async-overtaken = 이전 커밋 { $old }의 재시도가 { $new } 뒤에 도착해 커밋된 오프셋이 뒤로 갔습니다.
    .short = { $member } 멤버의 이전 커밋이 늦게 도착했습니다. { $new } 다음에 { $old }입니다.
say-commit-back = { $partition } 파티션의 커밋된 오프셋이 { $old }번에서 { $new }번으로 돌아갑니다. 카프카는 어떤 값이든 받아들입니다.
    .short = { $partition } 파티션의 커밋된 오프셋이 { $old }번에서 { $new }번으로 돌아갑니다.
say-read-twice = { $partition } 파티션의 레코드 { $count }개({ $from }~{ $to })를 다시 읽습니다. 처리됐지만 옮기기 전에 커밋되지 않았습니다.
    .short = { $partition } 파티션의 레코드 { $count }개를 다시 읽습니다.
say-processed-twice = { $member } 멤버가 { $partition } 파티션의 레코드 { $count }개({ $from }~{ $to })를 끝냅니다. 새 담당자가 그사이 이미 처리해 두 번 처리됐습니다.
    .short = { $member } 멤버가 이미 처리된 { $partition } 파티션의 레코드 { $count }개를 끝냅니다.
say-replayed = { $partition } 파티션의 레코드 { $count }개({ $from }~{ $to })를 다시 읽습니다. 처리됐지만 유효한 커밋이 남아 있지 않습니다.
    .short = { $partition } 파티션의 레코드 { $count }개를 다시 읽습니다.
say-skipped = { $partition } 파티션의 레코드 { $count }개({ $from }~{ $to })를 건너뜁니다. 처리 전에 { $offset } 오프셋이 커밋됐습니다.
    .short = { $partition } 파티션의 레코드 { $count }개를 건너뜁니다.
say-skipped-reset = { $partition } 파티션의 레코드 { $count }개를 건너뜁니다. 유효한 커밋이 없어 그 뒤인 { $offset }부터 읽습니다.
    .short = { $partition } 파티션의 레코드 { $count }개를 건너뜁니다.
say-expired = 그룹이 { $retention } 동안 비어 있어 오프셋이 삭제됩니다. 다시 시작하면 auto.offset.reset이 시작 위치를 정합니다.
    .short = 그룹의 오프셋이 삭제됩니다.
say-deleted = { $partition } 파티션의 오래된 레코드가 읽지 않은 것까지 삭제됩니다. 로그가 커밋된 오프셋보다 뒤인 { $offset }부터 시작합니다.
    .short = { $partition } 파티션의 로그가 { $offset }부터 시작합니다.
say-fetch-wait = 브로커가 페치 응답을 미룹니다. { $min }바이트 중 { $bytes }바이트가 모였고, 길어야 { $wait } ms입니다(fetch.max.wait.ms).
    .short = 브로커가 { $client } 컨슈머의 페치 응답을 미룹니다.

## 두 실행 비교

cmp-compare = 비교
cmp-end = 비교 끝내기
cmp-before = 바꾸기 전 실행과 비교
cmp-differences = 두 실행의 다른 점
cmp-differs = 다른 점
cmp-same = 지금은 A와 B가 같습니다. 무언가를 바꾸면 B가 바뀝니다.
cmp-only = 여기서만: { $what }
cmp-swap = A와 B 맞바꾸기
cmp-sides = 보여 줄 실행
cmp-run = 실행 { $side }
cmp-stage = 실행 { $side } 시점 그림
cmp-timeline = 실행 { $side } 시간축
cmp-clock-only = 시계 하나, 시드 둘
cmp-clock = 시계 하나 · 같은 시드
cmp-parting = 두 실행이 갈라지는 곳
cmp-turn = 아직 없습니다. 둘 다 같은 시나리오를 실행합니다. 설정을 바꾸거나 무언가를 하면 B가 바뀌고 A는 그대로입니다.
cmp-never = 없습니다. 두 실행에서 같은 때에 같은 일이 일어납니다.
cmp-nothing = 더 전할 일이 없습니다
cmp-over-all = 전체 실행의 차이
cmp-open = 끝날 때 읽히지 않는 파티션
cmp-unread = 읽히지 않은 시간, 모든 파티션 합계
cmp-stopped = 읽히지 않은 적이 있는 파티션
cmp-longest = 한 파티션의 가장 긴 시간
cmp-rebalances = 리밸런싱
cmp-rebalancing = 리밸런싱에 걸린 시간
cmp-moved = 옮겨 간 파티션
cmp-twice = 중복 처리한 레코드
cmp-skipped = 건너뛴 레코드
cmp-lag = 한 파티션의 가장 큰 랙
cmp-better = 더 나음
cmp-open-end = 실행이 끝날 때도 읽히지 않는 파티션이 있어 비용이 다 드러나지 않았습니다. 더 긴 실행(until)이면 알 수 있습니다.
cmp-lengths = 두 실행의 길이가 다릅니다. 긴 쪽의 비용이 어차피 더 큽니다.
cmp-equal = 두 실행의 비용이 같습니다.
cmp-a-wins = 차이가 나는 항목은 모두 A가 낫습니다.
cmp-b-wins = 차이가 나는 항목은 모두 B가 낫습니다.
cmp-neither = 어느 쪽도 모든 면에서 낫지는 않습니다.

## Narration: while nothing happens

say-calm-before = 아직 시작한 컨슈머가 없습니다.
say-calm-empty = { $group } 그룹에 멤버가 없습니다. 커밋된 오프셋은 남아 있습니다.
say-calm-nobody = 지금은 { $group } 그룹의 코디네이터가 없습니다. 멤버는 가진 파티션을 계속 읽지만 커밋도 리밸런싱도 할 수 없습니다.
say-calm-down = { $group } 그룹의 코디네이터인 브로커 { $broker }번이 중단됐습니다. 다른 브로커가 그룹의 파티션을 이끌 때까지 커밋도 리밸런싱도 할 수 없습니다.
say-calm-delay = 코디네이터가 멤버를 { $end } 시점까지 기다립니다. 지금까지 { $count }개 멤버가 참가했습니다.
say-calm-joining = 멤버 { $count }개 중 { $joined }개가 참가했습니다. 나머지를 늦어도 { $end } 시점까지 기다립니다.
say-calm-pending = 모든 멤버가 참가했지만 단계가 끝나지 않습니다. { $client } 컨슈머가 받은 ID로 참가하기를 늦어도 { $end } 시점까지 기다립니다.
say-calm-syncing = { $generation }세대가 시작됐고 모두 리더의 할당 계획을 기다립니다.
say-calm-silent = { $member } 멤버의 신호가 없습니다. 코디네이터가 { $end } 시점까지 기다리는 동안 { $partitions } 파티션을 아무도 읽지 않습니다.
say-calm-stable = { $generation }세대의 멤버 { $count }개가 파티션 { $total }개를 읽습니다. 하트비트가 세션을 유지합니다.

## Causes

cause-new-member = { $member } 멤버가 참가했기 때문입니다
cause-leave = { $member } 멤버가 나갔기 때문입니다
cause-session = { $member } 멤버의 세션이 끝났기 때문입니다
cause-poll = { $member } 멤버가 제때 poll()하지 않았기 때문입니다
cause-leader-rejoin = 리더가 다시 참가했기 때문입니다
cause-subscription = { $member } 멤버의 구독이 바뀌었기 때문입니다
cause-metadata = { $topic } 토픽이 바뀌었기 때문입니다
cause-revoke-round = 내려놓은 파티션의 담당자를 정해야 하기 때문입니다
cause-sync-missing = { $member } 멤버가 SyncGroup을 보내지 않았기 때문입니다
cause-write-failed = 할당 계획을 기록하지 못했기 때문입니다

## Why

why-action = 시나리오의 동작입니다: { $what }.
why-starts = 시나리오가 { $client } 컨슈머를 시작합니다.
why-killed = { $member } 멤버의 프로세스가 강제 종료되어 더는 아무것도 보낼 수 없습니다.
why-closed = { $member } 멤버의 프로세스가 close()로 끝났습니다.
why-failed = { $member } 멤버의 프로세스가 예외로 끝났습니다.
why-frozen = { $member } 멤버의 프로세스가 하트비트 스레드까지 멈췄습니다.
why-session = 코디네이터가 { $timeout }초 동안 { $member } 멤버의 신호를 받지 못했습니다.
why-initial-delay = 코디네이터가 멤버를 { $delay }초 기다렸습니다.
why-rebalance-timeout = 참가 단계가 멤버들이 허용하는 가장 긴 시간인 { $timeout }초를 기다렸습니다.
why-sync-timeout = 코디네이터가 모든 멤버의 SyncGroup을 { $timeout }초 기다렸습니다.
why-new-member = { $member } 멤버가 참가해 리밸런싱이 시작됐습니다.
why-left = { $member } 멤버가 나가 리밸런싱이 시작됐습니다.
why-session-rebalance = { $member } 멤버의 세션이 끝나 리밸런싱이 시작됐습니다.
why-leader-rejoined = 리더 { $member } 멤버가 다시 참가해 리밸런싱이 시작됐습니다.
why-changed = { $member } 멤버가 다른 메타데이터로 다시 참가해 리밸런싱이 시작됐습니다.
why-gave-up = { $member } 멤버가 내려놓은 파티션의 담당자를 정하려고 리밸런싱이 시작됐습니다.
why-static-back = { $instance } 인스턴스가 지금 할당과 맞지 않게 돌아와 리밸런싱이 시작됐습니다.
why-sync-missing = SyncGroup을 보내지 않은 멤버가 있어 리밸런싱이 시작됐습니다.
why-write-failed = 할당 계획을 기록하지 못해({ $error }) 리밸런싱이 시작됐습니다.
why-all-joined = 기다리던 마지막 멤버인 { $member } 멤버가 참가했습니다.
why-planned = 리더 { $member } 멤버의 할당 계획이 __consumer_offsets에 기록됐습니다.
why-told = { $member } 멤버가 리밸런싱 시작 { $late } 뒤에 하트비트로 알았습니다.
why-joins-late = { $member } 멤버가 { $late } 뒤 다음 poll()에서야 다시 참가했습니다.
why-must-revoke = { $member } 멤버가 다른 멤버에 갈 파티션을 내려놓고 다시 참가해야 했습니다.
why-sees-metadata = { $member } 멤버가 { $late } 뒤 메타데이터를 갱신하고 { $topic } 토픽이 늘어난 것을 알았습니다.
why-poll-expired = { $member } 멤버가 { $timeout }초 동안 poll()을 호출하지 않았습니다.
why-busy = { $member } 멤버의 마지막 poll()이 레코드 { $count }개를 돌려줬고 하나에 { $process } ms가 걸립니다.
why-taken-over = { $client } 컨슈머가 { $instance } ID로 참가해 멤버십을 넘겨받았습니다.
why-kept = 코디네이터가 { $instance } ID를 아직 기억합니다. 신호가 없던 시간이 세션 { $timeout }초보다 짧아서, 보관해 둔 할당을 돌려줍니다.
why-not-kept = 코디네이터가 { $instance } ID를 더는 기억하지 못합니다. 자리를 비운 사이 세션이 끝나 파티션이 다른 멤버에게 넘어갔습니다.
why-leaves = { $member } 멤버가 LeaveGroup을 보냈습니다.
why-removed = 코디네이터가 { $member } 멤버를 그룹에서 제거했습니다.
why-auto-commit = { $member } 멤버의 애플리케이션이 poll()을 호출했고 자동 커밋할 때가 됐습니다.
why-committed = { $member } 멤버가 { $partition } 파티션에 { $offset } 오프셋을 커밋했습니다.
why-no-commit = { $partition } 파티션에 유효한 커밋이 없었고 auto.offset.reset 값은 { $policy }입니다.
why-offsets-kept = 빈 그룹의 오프셋이 { $retention } 동안 보관됐습니다.
why-became-empty = { $group } 그룹에서 마지막 멤버가 떠났습니다.
why-records-kept = { $partition } 파티션의 오래된 레코드가 보존 기간을 채웠습니다.
why-broker-down = { $broker }번 브로커가 멈췄습니다.
why-lost = { $client } 컨슈머의 { $api } 메시지가 사라졌습니다.

## Times with their unit

span-minutes = { $count }분
span-hours = { $count }시간
span-days = { $count }일

## Figures

fig-was = 이전 { $figure }
fig-rebalances = 리밸런싱
    .about = 끝난 참가 단계의 수이며 처음 것도 포함합니다.
fig-rebalancing = 리밸런싱에 걸린 시간
    .about = 참가 단계가 시작된 때부터 할당이 적용될 때까지이며 빈 그룹의 시작은 제외합니다.
fig-rebalancing-waiting = 리밸런싱, 그중 { $time } 동안 { $member } 멤버를 기다림
fig-unread = 읽히지 않은 시간, 모든 파티션의 합
    .about = 전에 읽히던 파티션을 그룹의 아무도 읽지 않은 시간입니다.
fig-unread-of = 읽히지 않은 시간, 그중 { $time } 동안 { $partition } 파티션
fig-moved = 옮겨 간 파티션
    .about = 파티션을 전과 다른 컨슈머가 이어 읽은 횟수입니다.
fig-twice = 중복 처리한 레코드
    .about = 커밋이 반영되지 않아 두 번 이상 처리한 레코드입니다.
fig-skipped = 건너뛴 레코드
    .about = 커밋된 오프셋이나 포지션이 앞서 나가 아무도 처리하지 않은 레코드입니다.
fig-lag = 가장 컸던 컨슈머 랙
    .about = 로그 끝 오프셋과 커밋된 오프셋의 가장 큰 차이입니다.
fig-failed-commits = 실패한 커밋
fig-exceptions = 애플리케이션에 전달된 예외
fig-records = 처리한 레코드
fig-requests = 보낸 요청

## Inspector

ins-request = 메시지 · { $api } 요청 → { $name }
ins-reply = 메시지 · { $api } 응답 → { $name }
ins-member = 멤버 · { $name }
ins-partition = 파티션 · { $name }
ins-session = 세션 · { $name }
ins-poll = 폴링 간격 · { $name }
ins-timer = 타이머 · { $name }
ins-group = 그룹 · { $name }
ins-broker = 브로커 · { $name }
ins-error = 오류
ins-sent = 전송 · 도착
ins-sent-lost = 전송 · 유실
ins-effect = 결과
ins-generation = 세대
ins-member-id = 멤버 ID
ins-instance = 인스턴스 ID
ins-timeouts = 세션 · 리밸런싱
ins-offers = 할당자
ins-reason = 이유
ins-plan = 할당 계획
ins-plan-for = 멤버 { $count }개
ins-offsets = 오프셋
ins-assignment = 할당 결과
ins-records = 레코드
ins-members = 멤버
ins-have-joined = 지금까지 참가
ins-client = 클라이언트
ins-coordinator = 코디네이터
ins-no-member = 이런 멤버를 모름
ins-pending = ID를 줌, 참가 전
ins-joined = 참가함, 다른 멤버 대기
ins-synced = 멤버, 계획에 포함
ins-is-member = 멤버
ins-session-end = 세션 끝
ins-poll-due = poll() 기한
ins-heartbeat-due = 다음 하트비트
ins-partitions = 파티션
ins-and = 그 밖에
ins-last-owner = 마지막 담당
ins-leader = 파티션 리더
ins-position = 포지션
ins-nobody-since = { $time }부터 없음
ins-renewed = 갱신
ins-last-poll = 마지막 poll()
ins-since = 시작
ins-ends = 끝
ins-then = 그다음
ins-then-session = 코디네이터가 멤버를 제거하고 리밸런싱을 시작합니다
ins-then-poll = 클라이언트가 스스로 나갑니다. 정적 멤버는 하트비트만 멈춥니다
ins-then-initial = 참가 단계를 닫거나, 그동안 참가한 멤버가 있으면 더 기다립니다
ins-then-join = 다시 참가하지 않은 멤버를 제외하고 세대를 시작합니다
ins-then-sync = SyncGroup을 보내지 않은 멤버를 제거하고 나머지가 다시 참가합니다
ins-running = 동작 중
ins-rack = 랙(rack)
ins-leads = 파티션 리더
ins-coordinates = 담당 그룹

effect-find-coordinator = 브로커가 그룹의 코디네이터를 알려 줍니다.
effect-join-group = 코디네이터가 참가 단계가 끝날 때 응답하거나 먼저 ID를 줍니다.
effect-sync-group = 리더의 계획이 기록되면 코디네이터가 응답합니다.
effect-heartbeat = { $member } 멤버의 세션을 새로 잽니다.
effect-leave-group = { $member } 멤버가 그룹을 나가고 바로 리밸런싱이 시작됩니다.
effect-offset-commit = 코디네이터가 다음 담당자의 시작 위치를 저장합니다.
effect-offset-fetch = 코디네이터가 마지막 커밋을 알려 줍니다.
effect-fetch = 브로커가 바로, 또는 충분히 모이면 레코드를 보냅니다.
effect-list-offsets = 브로커가 어떤 오프셋이 있는지 알려 줍니다.
effect-metadata = 브로커가 파티션과 그 리더를 알려 줍니다.
effect-find-coordinator-reply = { $member } 컨슈머가 이 코디네이터에 참가를 요청합니다.
effect-join-group-reply = { $member } 멤버가 SyncGroup을 보내고 자기 몫을 기다립니다.
effect-join-group-reply-leader = { $member } 멤버가 리더로서 계획을 계산해 SyncGroup으로 보냅니다.
effect-sync-group-reply = { $member } 멤버가 할당받은 파티션을 맡습니다.
effect-heartbeat-reply = { $member } 멤버가 계속하고 heartbeat.interval.ms 뒤에 다음 하트비트를 보냅니다.
effect-leave-group-reply = { $member } 멤버가 나간 것을 확인합니다.
effect-offset-commit-reply = 다음 담당자는 이 오프셋에서 시작합니다.
effect-offset-fetch-reply = { $member } 멤버가 여기서 읽기 시작합니다.
effect-fetch-reply = { $member } 컨슈머의 다음 poll()이 이 레코드를 돌려줍니다.
effect-list-offsets-reply = { $member } 컨슈머가 시작 위치를 압니다.
effect-metadata-reply = { $member } 컨슈머가 어떤 파티션이 있는지 압니다.
effect-REBALANCE_IN_PROGRESS = { $member } 멤버가 다음 poll() 때 다시 참가합니다
effect-MEMBER_ID_REQUIRED = { $member } 컨슈머가 이 ID로 다시 참가합니다.
effect-ILLEGAL_GENERATION = { $member } 멤버가 세대를 버리고 다시 참가합니다.
effect-UNKNOWN_MEMBER_ID = { $member } 컨슈머가 멤버 자격을 잃고 새 멤버로 참가합니다.
effect-FENCED_INSTANCE_ID = 다른 프로세스가 인스턴스 ID를 넘겨받아 { $member } 컨슈머가 { $exception } 예외로 멈춥니다.
effect-NOT_COORDINATOR = { $member } 컨슈머가 코디네이터를 다시 찾습니다.
effect-COORDINATOR_NOT_AVAILABLE = { $member } 컨슈머가 코디네이터를 다시 찾습니다.
effect-COORDINATOR_LOAD_IN_PROGRESS = { $member } 컨슈머가 retry.backoff.ms 뒤에 다시 요청합니다.
effect-retriable = { $member } 컨슈머가 retry.backoff.ms 뒤에 다시 시도합니다.
effect-fatal = { $member } 컨슈머가 다시 시도하지 않습니다({ $exception }).

## Rules between settings

rule-heartbeat-not-below-session = 불가능합니다.
    .about = heartbeat.interval.ms 값은 session.timeout.ms({ $session-timeout-ms })보다 작아야 하며, 아니면 컨슈머를 만들 수 없습니다.
rule-auto-commit-without-group = 불가능합니다.
    .about = group.id 없이는 커밋할 곳이 없어 컨슈머를 만들 수 없습니다.
rule-session-below-broker-minimum = 브로커 한도보다 짧습니다.
    .about = group.min.session.timeout.ms({ $group-min-session-timeout-ms })보다 작으면 코디네이터가 JoinGroup을 INVALID_SESSION_TIMEOUT 오류로 거절합니다.
rule-session-above-broker-maximum = 브로커 한도보다 깁니다.
    .about = group.max.session.timeout.ms({ $group-max-session-timeout-ms })보다 크면 코디네이터가 JoinGroup을 INVALID_SESSION_TIMEOUT 오류로 거절합니다.
rule-heartbeat-above-third-of-session = 이 세션에는 너무 느립니다.
    .about = session.timeout.ms 값의 1/3({ $mend })보다 크면 하트비트 두 번만 놓쳐도 살아 있는 멤버가 제거됩니다.
rule-poll-interval-below-processing = 처리 시간보다 짧습니다.
    .about = poll()이 돌려주는 max.poll.records({ $max-poll-records })개를 처리하는 시간이 더 길어 컨슈머가 그룹을 나갑니다.
rule-request-timeout-below-fetch-wait = 조용한 토픽에는 너무 짧습니다.
    .about = 새 레코드가 없는 페치는 fetch.max.wait.ms({ $fetch-max-wait-ms }) 동안 기다리므로 먼저 타임아웃이 되고 매번 연결이 끊깁니다.
rule-api-timeout-below-request-timeout = 너무 일찍 포기합니다.
    .about = request.timeout.ms({ $request-timeout-ms })보다 작으면 잃은 요청을 알아채기도 전에 호출이 끝납니다.
rule-retry-backoff-above-maximum = 간격이 늘지 않습니다.
    .about = retry.backoff.max.ms({ $retry-backoff-max-ms })보다 크면 재시도 간격이 언제나 그 한도입니다.
rule-mixed-assignors-are-eager = 언제나 조급한 방식입니다.
    .about = 목록의 할당자 하나가 조급한 리밸런싱만 알기 때문에 이 멤버는 협력적으로 리밸런싱하지 않습니다.
rule-broker-session-limits-crossed = 아무도 참가할 수 없습니다.
    .about = group.min.session.timeout.ms 값이 group.max.session.timeout.ms({ $group-max-session-timeout-ms })보다 커서 맞는 세션 타임아웃이 없습니다.

## Stories

story-absent = 이 설정에서는 일어나지 않습니다.
story-try = 해 볼 것
story-do-try = 해 보기
story-conclude = 정리
story-setup = 상황

## Pictures: units and times

pic-seconds = { $time }초
pic-millis = { $time } ms
pic-left = { $time }초 남음

## Pictures: the desk

pic-stage-title = { $time } 시점의 컨슈머 그룹
pic-desk-label = { $group } 그룹, 브로커 { $broker }: { $state }, { $generation }세대, 멤버 { $count }개
pic-coordinator = 브로커 { $broker } · 그룹 코디네이터
pic-coordinator-short = 코디네이터, 브로커 { $broker }
pic-broker = 브로커 { $broker }
pic-broker-down = 중단
pic-rack = 랙(rack) { $rack }
pic-more-brokers = 브로커 { $count }개 더
pic-hash = hash("{ $group }") mod { $total } = { $partition } → __consumer_offsets-{ $partition }
pic-offsets-partition = __consumer_offsets-{ $partition }
pic-generation = { $generation }세대
pic-leader = 그룹 리더 { $member }
pic-joined = 참가함
pic-synced = 동기화함
pic-awaited = 대기
pic-pending = ID 받음
pic-joined-of = { $total }개 중 { $count }개 참가
pic-synced-of = { $total }개 중 { $count }개 동기화
pic-all-synced = 멤버 { $count }개, 모두 동기화됨
    .short = 멤버 { $count }개
pic-no-members = 멤버 없음, 커밋된 오프셋은 보관됨
    .short = 멤버 없음
pic-coordinator-down = 브로커 { $broker }번 · 중단
pic-uncoordinated = 마지막으로 알려진 상태, 지금은 커밋도 리밸런싱도 불가
    .short = 마지막으로 알려진 상태
pic-loading = __consumer_offsets-{ $partition } 읽는 중
    .short = 읽는 중
pic-unloaded = 이 코디네이터에 없음
    .short = 여기 없음
pic-timer-initial = 최초 리밸런싱 지연
pic-timer-initial-short = 지연
pic-timer-join = 리밸런싱 타임아웃
pic-timer-join-short = 타임아웃
pic-timer-sync = SyncGroup 대기
pic-timer-sync-short = SyncGroup
pic-parked = { $api } · 보류
pic-parked-many = { $count } × { $api } · 보류
pic-parked-all = { $count } × 보류

## Pictures: consumers

pic-is-joining = 참가 중
pic-is-syncing = 할당 대기
pic-is-stable = 안정
pic-is-unjoined = 참가 전
pic-is-closing = 종료 중
pic-is-away = 자리 비움
pic-is-frozen = 멈춤
pic-is-dead = 프로세스 없음
pic-is-fenced = 펜싱됨
pic-is-absent = 시작 전
pic-is-closed = 떠남
pic-is-leader = 그룹 리더
pic-stable-reading = 안정 · 읽는 중
pic-stable-idle = 안정 · 맡은 파티션 없음
pic-stable-committing = 안정 · 커밋 중
pic-stable-listener = 안정 · 리스너 실행 중
pic-stable-processing = 안정 · 처리 { $time }초째
pic-are-joining = { $count }개 참가
    .about = JoinGroup을 보냄
pic-are-syncing = { $count }개 할당 대기
    .about = 리더의 할당을 기다림
pic-are-stable = { $count }개 안정
    .about = 계속 읽는 중
pic-are-unjoined = { $count }개 참가 전
    .about = 참가하러 가는 중
pic-are-closing = { $count }개 종료 중
    .about = 그룹을 나가는 중
pic-are-away = { $count }개 자리 비움
    .about = 정적, 세션 진행 중
pic-are-frozen = { $count }개 멈춤
    .about = 프로세스 전체
pic-are-dead = { $count }개 중단
    .about = 프로세스 없음, 아직 멤버
pic-are-fenced = { $count }개 펜싱됨
    .about = 인스턴스 ID를 넘겨줌
pic-are-absent = { $count }개 시작 전
    .about = 아직 시작하지 않음
pic-are-closed = { $count }개 떠남
    .about = 종료됨
pic-consumers = 컨슈머 { $count }개
pic-static = 정적
pic-static-as = 정적 멤버 { $instance }
pic-dynamic = 동적
pic-no-id = 멤버 ID 없음
pic-session-of = { $member } 멤버의 세션
pic-session-ends = 세션 종료 { $time }
pic-ends = 종료 { $time }
pic-poll-of = { $member } 컨슈머의 폴링 간격
pic-parked-for = { $api } 보류 { $time }초째
pic-learns = { $time }초 뒤 리밸런싱을 앎
pic-learns-millis = { $time } ms 뒤 리밸런싱을 앎
pic-on-its-way = { $api } 전송 중
pic-heartbeat-in = { $time }초 뒤 하트비트
pic-unread-for = { $time }초째 읽지 않음
pic-no-partition = 파티션 없음
pic-legend-tiles = 오른쪽 숫자 = 맡은 파티션 수 · 막대 = 남은 세션
pic-legend-held = 오른쪽 숫자 = 맡은 파티션 수
pic-legend-dense = 컨슈머마다 한 칸
pic-request-label = { $api } 요청, { $from } → { $to }, 보냄 { $sent }, 도착 { $arrives }
pic-reply-label = { $api } 응답 { $error }, { $from } → { $to }, 보냄 { $sent }, 도착 { $arrives }

## Pictures: partitions

pic-partitions = 파티션 { $count }개
pic-read = { $count }개 읽는 중
pic-unread = { $count }개 읽지 않음
pic-read-of = 파티션 { $total }개 중 { $count }개 읽는 중
pic-nobody-reads = 아무도 읽지 않음
pic-read-by = { $member } 컨슈머가 읽음
pic-read-by-nobody = 없음
pic-lag = lag { $count }
pic-lags = 컨슈머 랙 { $list }
pic-committed = 커밋됨 { $offset }
pic-position = 포지션 { $offset }
pic-committed-short = 커밋 { $offset }
pic-position-short = 포지션 { $offset }
pic-log-end = 끝 { $offset }
pic-legend-bars = 막대 = 커밋됨 · 오른쪽 끝 = 로그 끝
pic-legend-hatched = 빗금 = 아무도 읽지 않음
pic-legend-shade = 진할수록 컨슈머 랙이 큼 · 빗금 = 아무도 읽지 않음

## Pictures: the timeline

pic-timeline-title = { $from }부터 { $to }까지의 흐름
pic-strip-title = 전체 흐름 한 줄
pic-lane-coordinator = 코디네이터
pic-lane-of = { $name }, { $state }
pic-lane-consumers = 컨슈머 { $count }개
pic-lane-rows = 컨슈머마다 한 줄
pic-lane-red = 빨강 = 중단
pic-lane-unread = 읽지 않음
pic-lane-unread-of = { $count }개 중
pic-band-generation = { $state } · { $generation }세대
pic-band-short = { $state } · { $generation }
pic-band-dead = 프로세스 없음
pic-band-away = 자리 비움
pic-band-frozen = 멈춤
pic-rebalancing = 이 구간의 { $percent } % 리밸런싱
pic-axis-millis = { $time }초
pic-axis-seconds = { $time }초
pic-axis-minutes = { $time }분
pic-scale = 1 px = { $time }: 더 짧은 띠는 합쳐서 그림, 확대하면 메시지가 보임
pic-runs-part = 여기서 갈라짐 { $time }
pic-more-events = { $count } ×
pic-heartbeats = 하트비트

## Pictures: what is done to a run

pic-do-start = { $consumer } 시작
pic-do-thaw = { $consumer } 재개
pic-do-close = { $consumer } 정상 종료
pic-do-kill = { $consumer } 강제 종료
pic-do-freeze = { $consumer } 멈춤
pic-do-slow = { $consumer } 처리 지연
pic-do-restart = { $consumer } 재시작
pic-do-cut = { $from } → { $to } 단절
pic-do-heal = { $from } → { $to } 복구
pic-do-slow-link = { $from } → { $to } 지연
pic-do-drop = { $from } { $api } 유실
pic-do-delay = { $from } { $api } 지연
pic-do-add = { $consumer } 추가
pic-do-partitions = { $topic } 파티션 추가
pic-do-subscribe = { $consumer } 구독 변경
pic-do-unsubscribe = { $consumer } 구독 해지
pic-do-enforce = { $consumer } 강제 리밸런스
pic-do-topic = 새 토픽 { $topic }
pic-do-seek = { $consumer } 위치 이동
pic-do-seek-beginning = { $consumer } 처음으로 이동
pic-do-seek-end = { $consumer } 끝으로 이동
pic-do-pause = { $consumer } 일시 중지
pic-do-resume = { $consumer } 계속
pic-do-move = 코디네이터를 브로커 { $broker }번으로
pic-do-stop-broker = 브로커 { $broker } 중단
pic-do-start-broker = 브로커 { $broker } 시작
pic-do-rolling = 순차 재시작
pic-do-plan = { $consumer } 할당 계획

## Pictures: the sequence

pic-sequence-title = 컨슈머와 코디네이터 사이의 메시지
pic-others = 그 외 { $count }개
pic-assigned = 할당 { $partitions }
pic-revoked = 할당 해제 { $partitions }
pic-lost = 상실 { $partitions }
pic-fold-quiet = { $time } 동안 메시지 없음
pic-unfold = 펼치기
pic-fold = 접기
pic-unfolded = 하트비트 { $count }개, 모두 NONE 응답
pic-fold-short = { $time }: 하트비트 { $count }개
pic-fold-heartbeats = { $time }: 하트비트 { $count }개, 모두 NONE 응답

## Pictures: tables

pic-table-groups = 그룹
pic-table-consumers = 컨슈머
pic-table-partitions = 파티션
pic-table-timeline = 시간축
pic-column-group = 그룹
pic-column-state = 상태
pic-column-generation = 세대
pic-column-leader = 그룹 리더
pic-column-protocol = 할당자
pic-column-coordinator = 그룹 코디네이터
pic-column-consumer = 컨슈머
pic-column-partitions = 파티션
pic-column-session = 남은 세션
pic-column-partition = 파티션
pic-column-owner = 읽는 컨슈머
pic-column-committed = 커밋
pic-column-log-end = 로그 끝
pic-column-lag = 컨슈머 랙
pic-column-what = 대상
pic-column-from = 시작
pic-column-to = 끝

# 실행 전체의 기록
ui-record = 실행 전체
ui-log = 로그
ui-log-title = 브로커와 컨슈머의 로그
ui-offsets = 오프셋 토픽
log-source = 출처
log-all = 전체
log-version = Kafka 4.1이 남기는 그대로, INFO 이상
log-download = .log 내려받기
log-time = 시각
log-level = 수준
log-line = 내용
log-nothing = 이 시점에는 아직 남은 로그가 없습니다.
log-earlier = 앞의 { $count }줄은 생략했습니다.
log-later = 뒤의 { $count }줄은 생략했습니다.
offsets-note = 커밋과 세대마다 레코드가 하나씩 기록되고, 압축은 키마다 마지막 레코드만 남깁니다
offsets-offset = 오프셋
offsets-type = 종류
offsets-key = 키
offsets-value = 값
offsets-state = 상태
offsets-tombstone = 삭제 표시(tombstone)
offsets-pending = 대기: 일부 복제본에만 있음
offsets-committed = 확정
offsets-compacted = { $offset } 오프셋으로 대체
offsets-lost = 리더와 함께 유실
offsets-leader = { $broker } 브로커가 파티션 리더입니다(epoch { $epoch })
offsets-no-leader = 파티션 리더가 없습니다
offsets-loaded = { $broker } 브로커가 레코드 { $count }개를 { $ms } ms 만에 읽어 그룹을 맡았습니다
offsets-unloaded = { $broker } 브로커가 그룹을 내려놓았습니다

# 코디네이터가 하는 일
ui-coordinator = 코디네이터
ui-member = 멤버
ballot-title = 할당자 투표
ballot-offers = 지원 목록(우선순)
ballot-vote = 투표
ballot-candidate = 현재 후보
ballot-winner = { $count }표로 선출
ballot-votes = { $count }표
ballot-refused = 컨슈머는 거절됩니다. { $offered } 중에는 후보가 없습니다(INCONSISTENT_GROUP_PROTOCOL).
ballot-rule = 모든 멤버가 지원하는 할당자만 후보입니다. 나머지에는 줄이 그어져 있습니다. 각 멤버는 자기 목록의 첫 후보에 투표하고, 가장 많은 표를 얻은 할당자로 정해집니다.
ballot-open = 참가 단계가 진행 중입니다. 끝날 때 표를 셉니다.
ballot-tie = 표가 같으면 Java HashMap 순서에서 앞선 후보로 정해집니다.
handshake-title = 부여된 ID
handshake-handed = 부여 시각
handshake-second = 두 번째 JoinGroup
handshake-joined = { $time } 도착
handshake-forgotten = 오지 않아 { $time } 삭제
handshake-pending = { $time }까지 대기
handshake-rule = 대기 중인 ID는 아직 멤버가 아니지만, 기다리는 ID가 있으면 참가 단계가 끝나지 않습니다.
takeover-broker = { $broker }번
takeover-title = 코디네이터 이동
takeover-down = { $broker } 브로커가 멈췄습니다. 넘겨준 것은 없고, 타이머와 보류된 요청이 함께 사라졌습니다.
takeover-unloaded = { $broker } 브로커가 그룹을 내려놓았습니다. 그곳에서 그룹은 Dead 상태이고, 보류된 요청은 NOT_COORDINATOR로 응답됩니다.
takeover-elected = { $broker } 브로커가 { $partition } 파티션의 리더가 되어(epoch { $epoch }) 읽기 시작합니다.
takeover-loaded = { $broker } 브로커가 레코드 { $count }개를 읽었습니다. 멤버 { $members }개의 세션이 새로 시작되고 리밸런싱은 없습니다.
takeover-nobody = 파티션 리더가 없습니다.

# Kafka와의 일치

## 일치와 시뮬레이션의 차이를 다루는 페이지

conf-title = Kafka와의 일치
conf-version = Apache Kafka { $version }: 검증된 내용
conf-back = 시뮬레이션으로 돌아가기
conf-intro = 이 엔진은 classic 그룹 프로토콜에서 Apache Kafka { $version } 버전과 같게 응답합니다. Kafka의 클래스에 직접 물어 그 응답을 기록했고, 테스트가 그것을 엔진에 다시 재생합니다. 이 페이지의 수는 그 테스트의 수이며, 달라지면 테스트가 실패합니다.
conf-parts = 이 페이지의 부분
conf-replayed = 재생한 것
conf-cases = 할당자 사례
conf-scripts = 코디네이터 스크립트
conf-runs = 클러스터 실행 기록
conf-log-lines = 글자 그대로 같은 로그 줄
conf-of = { $passed } / { $total }
conf-assignors = 할당자: { $count }개 사례, 멤버별 결과와 순서까지 비교
conf-coordinator = 그룹 코디네이터: { $count }개 스크립트, 모든 응답과 레코드, 타이머, 상태를 비교
conf-family = 묶음
conf-what = 내용
conf-passed = 통과
conf-total = 전체
conf-sum = 합계
conf-family-table = 규칙 하나씩, 이름이 곧 규칙
conf-family-random = 임의의 그룹과 요청
conf-family-history = 앞 세대의 결과에서 이어지는 여러 세대
conf-family-large = 큰 그룹
conf-family-more = 임의 스크립트 추가: 쓰기 시간 초과, 두 그룹, 최대 26개 멤버
conf-family-fuzz = 다른 묶음에 없는 조합만 고른 임의 스크립트, 읽을 수 없는 구독
conf-cluster = 실제 클러스터
conf-recordings = 실제 브로커와 Java 컨슈머 { $version }의 실행 기록 { $count }개를 재생합니다. 리밸런싱(세대, 멤버, 할당자, 리더), 리스너 콜백과 그 파티션, 오류, 요청 수, 파티션이 읽히지 않은 시간을 비교합니다. 시각은 500 ms 또는 장애 뒤 지난 시간의 10분의 1까지 허용합니다.
conf-margins = 그중 { $count }개는 결과가 장비의 잡음보다 짧은 시간에 달려 있었습니다. 같은 쪽으로 결정되도록 지연이나 시드를 맞춰 재생합니다.
conf-margin = { $recording }: { $ms } ms 차이로 결정
conf-loose = 코디네이터의 브로커가 죽는 실행은 순서만 비교하고 시각은 비교하지 않습니다. 시각이 메타데이터가 퍼지는 과정과 연결 백오프에 달려 있기 때문입니다.
conf-logs = 브로커 로그 { $brokers }줄과 컨슈머 로그 { $clients }줄이 글자 그대로 일치합니다.
conf-claims = 교과서의 설명 { $claims }개와 사용자가 보고한 문제 { $incidents }개도 테스트입니다. 시나리오 하나와 거기서 보여야 할 것으로 이루어집니다.
conf-replay = 직접 재생하기
conf-replay-note = 프로그램 소스와 Rust가 필요합니다. 첫 명령의 마지막 줄이 통과와 실패의 수입니다. 직접 만든 벡터도 읽습니다.
conf-open = 다루지 못한 것
conf-open-1 = 클라이언트의 클래스는 하나씩 묻지 않았고, 실행 기록과 로그 줄로 비교했습니다. 기록에 없는 것(패턴 구독, 위치 이동, 일시 정지, 작업 스레드, by_duration, 호출 시간 초과)은 Kafka 소스를 따르며 규칙 이름을 딴 테스트가 있습니다.
conf-open-2 = 기록은 한 대의 장비에서 브로커 한두 개로 얻었습니다. 큰 클러스터나 느린 네트워크의 기록은 없습니다.
conf-open-3 = 페치, 보존 기간, 랙(rack), 팔로워 읽기는 Kafka 소스를 따르며 비교한 기록은 없습니다.
conf-open-4 = { $version } 버전만 비교했습니다. 소스로는 4.0부터 classic 그룹의 동작이 같지만 여기서 시험하지는 않았습니다.
conf-open-5 = 다른 클라이언트(librdkafka, franz-go, kafka-python 등)는 참가, 할당, 커밋을 각자의 방식으로 합니다.
conf-open-6 = 임의 벡터는 생성기가 만드는 경우까지만 확인합니다. 증명은 아닙니다.
conf-notes = 시뮬레이션 참고: 알려진 모든 차이
conf-notes-intro = 무엇이 왜 다른지 적었습니다. 여기에 없는 차이가 보이면 오류입니다.
conf-different = 여기서는
conf-reason = Kafka에서는, 그리고 다른 이유
conf-time = 시간과 장비
sim-time-1 = 네트워크와 애플리케이션만 시간이 걸립니다. 요청 처리, 할당 계산, 로그 쓰기는 시나리오가 정하지 않는 한 시간이 걸리지 않습니다.
sim-time-1-why = 실제로는 마이크로초에서 밀리초가 걸리고, 아주 큰 그룹의 할당은 몇 초가 걸립니다. 여기서 보이는 것은 장비가 아니라 프로토콜과 설정의 결과입니다.
sim-time-2 = 모든 시계가 같고 밀리초 단위로 셉니다. 같은 밀리초의 일은 정해진 순서로 일어납니다.
sim-time-2-why = 실제 시계는 서로 다르고 Java의 대기는 조금씩 넘칩니다. 하트비트 스레드가 깨어나는 데 걸리는 시간만 기록대로 다룹니다.
sim-time-3 = 프로세스는 컨슈머가 참가하기 전에 50 ms 동안 준비합니다.
sim-time-3-why = Java가 클래스를 읽고 컴파일하는 데 열 번 중 여덟 번은 42~138 ms가 기록되었고 장비에 따라 더 걸립니다. 시작 시각으로 맞출 수 있습니다.
sim-time-4 = 임의의 값(백오프, 지연, 멤버 ID, 처음 묻는 브로커)은 시나리오의 시드에서 나옵니다.
sim-time-4-why = 그래서 실행을 비트까지 똑같이 되풀이할 수 있고, 설정 하나를 바꾸면 다른 것은 그대로입니다. 시드를 바꾸면 다른 결과를 볼 수 있습니다.
sim-time-5 = 얼었던 프로세스는 멈춘 자리에서 바로 이어집니다.
sim-time-5-why = 실제로는 멈춤 뒤에 한동안 느리고 캐시도 비어 있습니다.
conf-net = 네트워크
sim-net-1 = 지연은 두 값 사이에 고르게 퍼집니다.
sim-net-1-why = 실제 지연은 긴 꼬리가 있습니다. 두 값은 그림에서 읽을 수 있습니다.
sim-net-2 = 버린 메시지는 연결이 있는 채로 사라지고, 클라이언트는 request.timeout.ms까지 기다립니다.
sim-net-2-why = TCP는 잃은 패킷을 다시 보내거나 연결을 끊습니다. 여기서는 프록시나 응답을 안고 죽은 브로커를 나타냅니다.
sim-net-3 = 메시지 크기는 어림값입니다. 100바이트에 파티션마다 40바이트, 그리고 레코드를 더합니다. 대역폭을 정했을 때만 뜻이 있습니다.
sim-net-3-why = Kafka의 형식은 버전과 내용에 따라 다릅니다.
sim-net-4 = 전송 중인 응답의 양은 receive.buffer.bytes까지이며, 버퍼 하나마다 왕복 한 번이 더 걸립니다.
sim-net-4-why = TCP는 느리게 시작하고 패킷을 잃으면 물러나기도 합니다.
sim-net-5 = 연결에는 왕복 한 번과 버전 요청이 듭니다. 쓰지 않는 연결은 클라이언트만 끊고 브로커는 끊지 않습니다.
sim-net-5-why = 이름 조회, TLS, SASL은 왕복을 더합니다. 브로커는 클라이언트보다 1분 더 기다립니다(connections.max.idle.ms).
conf-broker = 브로커와 로그
sim-broker-1 = 컨트롤러가 없습니다. 이전 리더가 없어진 것을 안 뒤 20 ms에 모든 브로커가 새 리더를 압니다.
sim-broker-1-why = 실제로는 KRaft 컨트롤러가 정하고 브로커마다 아는 시각이 다릅니다. 작은 클러스터에서 10~50 ms가 기록되었습니다.
sim-broker-2 = __consumer_offsets 파티션은 내용과 관계없이 15 ms에 읽습니다.
sim-broker-2-why = 작은 로그에서 8~23 ms가 기록되었습니다. 로그 정리가 밀리면 몇 분이 걸리기도 합니다.
sim-broker-3 = __consumer_offsets에 쓴 것은 2 ms 뒤 다른 복제본에 닿습니다.
sim-broker-3-why = 실제로는 브로커 사이의 페치에 달려 있으며, 여기서는 다루지 않습니다.
sim-broker-4 = 복제본은 항상 같습니다. 레코드는 쓰자마자 읽을 수 있고 새 리더는 모두 갖고 있습니다. min.insync.replicas는 아무것도 바꾸지 않습니다.
sim-broker-4-why = 실제 팔로워는 뒤처지고 동기화 집합에서 빠지며, 비정상 선출은 레코드를 잃습니다. 그룹 프로토콜의 일은 아닙니다.
sim-broker-5 = 복제본은 첫 브로커부터 차례로 놓입니다.
sim-broker-5-why = Kafka는 임의의 브로커에서 시작하고 랙(rack)에 나눕니다. 여기서는 누가 무엇을 맡는지 알기 쉽게 했습니다.
sim-broker-6 = 레코드에는 번호, 시각, 크기만 있고 하나가 배치 하나입니다. 내용과 압축이 없고 오프셋 사이가 비지 않습니다.
sim-broker-6-why = 실제 페치는 배치째로 돌려주므로 한도를 배치 하나만큼 넘을 수 있습니다. 로그 압축과 트랜잭션은 빈 오프셋을 남깁니다.
sim-broker-7 = 프로듀서는 파티션마다 고르게, 또는 키의 해시(murmur2)에 따라 씁니다. 쓰기는 항상 성공합니다.
sim-broker-7-why = 키가 없으면 실제 프로듀서는 한 파티션의 배치를 채운 뒤 다음으로 넘어갑니다. 길게 보면 마찬가지로 고릅니다.
sim-broker-8 = __consumer_offsets는 압축된 것처럼 읽습니다. 로그 클리너가 언제 도는지는 다루지 않습니다.
sim-broker-8-why = 읽은 뒤 코디네이터가 아는 것은 같고 걸리는 시간만 다릅니다.
sim-broker-9 = 쿼터, 권한, 리스너, 요청할 때 만들어지는 토픽은 다루지 않습니다.
sim-broker-9-why = 그 자체의 오류와 지연이 그룹의 것을 가립니다.
conf-group = 그룹 코디네이터
sim-group-1 = 새 프로토콜의 그룹(group.protocol=consumer, KIP-848), 공유(share) 그룹, 스트림즈 그룹과 그 사이의 전환은 다루지 않습니다.
sim-group-1-why = 다른 프로토콜입니다. 이 프로그램은 4.1 컨슈머의 기본값인 classic 프로토콜을 다룹니다.
sim-group-2 = 오프셋 커밋이 트랜잭션에 속하는 일은 없습니다.
sim-group-2-why = 트랜잭션 프로듀서가 없습니다. 정확히 한 번 처리에는 그것이 필요합니다.
sim-group-3 = 멤버 ID는 시드 또는 시나리오에서 나옵니다.
sim-group-3-why = 클러스터에서는 임의의 값이고, 코디네이터 내부 표의 순서와 다음 리더도 그에 따라 달라집니다.
sim-group-4 = 요청이 다른 그룹을 기다리는 일은 없습니다. 코디네이터의 스레드는 항상 비어 있습니다.
sim-group-4-why = 실제로는 __consumer_offsets의 같은 파티션에 속한 그룹들이 대기열을 함께 씁니다. 그룹이 아주 많은 브로커에서 문제가 됩니다.
sim-group-5 = 그룹에 대한 요청은 컨슈머의 것과, 스크립트의 DeleteGroups, OffsetDelete만 있습니다. 그룹 조회와 목록은 없습니다.
sim-group-5-why = 조회는 그룹을 바꾸지 않습니다.
conf-client = 컨슈머
sim-client-1 = 컨슈머는 classic 프로토콜을 쓰는 Java { $version } 버전입니다.
sim-client-1-why = 다른 클라이언트와 Kafka Streams, Connect, Spring 같은 프레임워크는 그 위에서 각자의 일을 합니다.
sim-client-2 = 애플리케이션은 폴링, 처리, 커밋을 되풀이하거나 작업 스레드에 넘깁니다. wakeup() 호출, 인터셉터, 역직렬화 오류는 없습니다.
sim-client-2-why = 리밸런싱을 정하는 것은 이 루프이며, 나머지는 애플리케이션의 몫입니다.
sim-client-3 = 할당자는 Kafka의 네 가지입니다. 한 세대의 계획을 직접 줄 수도 있습니다.
sim-client-3-why = Kafka는 어떤 클래스든 받습니다. 코디네이터가 그 계획으로 하는 일은 같습니다.
sim-client-4 = 컨슈머는 처음부터 모든 브로커를 압니다.
sim-client-4-why = bootstrap.servers에는 보통 몇 개만 적고, 첫 메타데이터가 나머지를 알려 줍니다.
sim-client-5 = 로그는 그룹 코디네이터와 컨슈머가 INFO 이상으로 남기는 것만 있습니다.
sim-client-5-why = 소켓, 지표, 컨트롤러 등은 훨씬 많은 로그를 남깁니다.
sim-client-6 = Java 클라이언트의 동작만 있습니다. 배치를 처리하는 동안 멈추는 하트비트(KafkaJS), 그룹이 고른 프로토콜을 따라 바뀌는 멤버(franz-go), 협력적 그룹에서 쓰는 assign()과 리밸런싱 뒤 다시 보내는 커밋(librdkafka)은 없습니다.
sim-client-6-why = 다른 프로그램의 동작입니다. 조용한 멤버나 모두 내놓는 멤버를 코디네이터가 다루는 방식은 같으며 테스트합니다.
sim-client-7 = 옛 버전의 결함은 없습니다. 리밸런싱 타임아웃이 없는 JoinGroup(2.3.0까지의 브로커), 장애 조치 뒤 차단되는 정적 멤버(2.6.0까지), uniform 할당자가 필요 없이 옮기는 파티션(4.0까지)이 그렇습니다.
sim-client-7-why = { $version }에서는 고쳐졌습니다.
conf-settings = 여기서 아무것도 바꾸지 않는 설정
conf-settings-note = 이름과 값을 확인하고 시나리오에 간직하지만, 그 설정이 정하는 것은 다루지 않습니다.
conf-scope-consumer = 컨슈머
conf-scope-broker = 브로커
conf-scope-topic = 토픽
conf-limits = 시나리오의 크기 한도
conf-limits-text = 하루, 컨슈머 { $consumers }개, 파티션 { $partitions }개, 브로커 { $brokers }개까지입니다.

## Records of one partition (pic)

rec-title = { $partition } 파티션의 레코드, { $time }
rec-heading = 파티션 하나를 레코드 단위로
rec-left-out = 컨슈머 { $count }개는 여기 줄이 없습니다
rec-lag = 랙 { $lag } = 로그 끝 { $end } − 커밋 { $committed }
rec-log = 로그
rec-rate = 초당 { $rate }개
rec-since = { $time }부터
rec-gave-up = { $time }에 내려놓음
rec-killed = { $time }에 강제 종료
rec-failed = { $time }에 오류로 종료
rec-closed = { $time }에 정상 종료
rec-uncommitted = 처리됨, 커밋 안 됨
rec-uncommitted-short = 커밋 안 됨
rec-again = 다시 처리됨
rec-again-short = 다시
rec-returned = poll()이 돌려줌
rec-returned-short = 돌려줌
rec-dropped = 돌려줬으나 끝내지 못함
rec-fetched = { $offset }까지 페치됨, 버퍼에 있음
rec-fetched-short = 페치됨, 버퍼에 있음
rec-fetched-shortest = 페치됨
rec-log-end = 로그 끝 { $offset }
rec-log-start = 로그 시작 { $offset }
rec-log-start-short = 시작 { $offset }
rec-processed-to = { $offset }까지 처리
rec-processed-to-short = 처리 { $offset }
rec-fetched-to = 페치 { $offset }
rec-fetched-to-short = 페치 { $offset }
rec-skipped = 건너뜀 { $from }~{ $to }
rec-skipped-short = 건너뜀
rec-legend-processed = 처리됨
rec-legend-interrupted = 처리 중이거나 중단됨
rec-legend-returned = poll()이 돌려줌, 처리 전
rec-legend-fetched = 페치됨, 아직 클라이언트에 있음
rec-record = 레코드 { $offset }: { $list }
rec-is-fetched = { $member } 컨슈머가 페치함
rec-is-returned = { $member } 컨슈머에 돌려줌
rec-is-interrupted = { $member } 컨슈머에서 중단됨
rec-is-dropped = { $member } 컨슈머에 돌려줬으나 끝내지 못함
rec-is-processed = { $member } 컨슈머가 처리함
rec-is-processed-again = { $member } 컨슈머가 다시 처리함
rec-is-skipped = 건너뜀
rec-is-committed = 커밋됨
rec-is-not-committed = 커밋 안 됨
rec-column-offsets = 오프셋
rec-column-committed = 그룹에는
rec-chart-title = 시간에 따른 { $partition } 파티션의 오프셋
rec-nobody-reads = { $time } 동안 아무도 읽지 않음
rec-line-log-end = 로그 끝
rec-line-committed = 커밋됨
rec-line-position = { $member } 컨슈머의 포지션
rec-line-position-short = 포지션
rec-line-processed = { $member } 컨슈머가 처리한 데까지
rec-line-processed-short = 처리됨
rec-again-until = 레코드 { $count }개를 다시 처리, { $time }까지
rec-session-ends = 세션 만료 { $time }
rec-sheet = 레코드 { $name }
rec-did-written = 로그에 기록됨
rec-did-fetched = { $member } 컨슈머가 페치함
rec-did-returned = { $member } 컨슈머에 돌려줌
rec-did-returned-again = { $member } 컨슈머에 다시 돌려줌
rec-did-processed = { $member } 컨슈머가 처리함
rec-did-processed-again = { $member } 컨슈머가 다시 처리함
rec-did-interrupted = { $member } 컨슈머가 처리하던 중에 강제 종료됨
rec-did-killed = { $member } 컨슈머가 강제 종료됨, 커밋 안 됨
rec-did-failed = { $member } 컨슈머가 오류로 종료됨, 커밋 안 됨
rec-did-closed = { $member } 컨슈머가 정상 종료됨, 커밋 안 됨
rec-did-dropped = { $member } 컨슈머가 끝남, 처리되지 않음
rec-did-given-up = { $member } 컨슈머가 { $partition } 파티션을 내려놓음, 커밋 안 됨
rec-did-committed = { $member } 컨슈머가 커밋함: { $offset }
rec-did-committed-unknown = 커밋됨: { $offset }
rec-did-committed-early = 처리되기 전에 { $member } 컨슈머가 커밋함: { $offset }
rec-did-committed-back = 커밋된 오프셋이 { $offset }(으)로 뒤로 감
rec-did-offset-deleted = 커밋된 오프셋이 삭제됨
rec-did-skipped = 건너뜀: 아무도 처리하지 않습니다
rec-did-deleted = 로그에서 삭제됨
rec-nothing-yet = 아직 없음
rec-promise = 전달
rec-promise-again = 최소 한 번: 잃는 것은 없고 일부가 다시 옵니다.
rec-promise-lost = 최대 한 번: 처리 전에 커밋된 레코드는 잃을 수 있습니다.
rec-promise-both = 어느 쪽도 아님: 일부는 다시 오고 일부는 잃습니다.
rec-promise-fine = 지금까지 각 레코드가 한 번씩 처리됐습니다.
rec-exactly-once = 정확히 한 번이 되려면 결과와 오프셋을 함께 저장해야 합니다. 트랜잭션 하나로, 또는 애플리케이션의 저장소에 저장합니다.
rec-delivered-twice = 두 번 전달
rec-processed-twice = 두 번 처리
rec-lost = 잃음
rec-now-end = 지금 { $now }, 끝에 { $end }
ui-records = 레코드
ui-records-title = 파티션 하나를 레코드 단위로
ui-records-open = 레코드 단위로 보기
ui-records-of = 파티션
ui-records-by = 그룹
ui-chart = 차트
ui-view = 무대 또는 레코드
ui-key-records = 무대, 또는 파티션 하나를 레코드 단위로
