import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.stub.StreamObserver;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import stockpit.v1.TableGrpc;
import stockpit.v1.TableOuterClass.BotMessage;
import stockpit.v1.TableOuterClass.Choice;
import stockpit.v1.TableOuterClass.Choices;
import stockpit.v1.TableOuterClass.Decision;
import stockpit.v1.TableOuterClass.Decisions;
import stockpit.v1.TableOuterClass.Join;
import stockpit.v1.TableOuterClass.MatchStart;
import stockpit.v1.TableOuterClass.Rules;
import stockpit.v1.TableOuterClass.TableMessage;

/** A bot: {@code choose} is all there is to write. */
final class Main implements StreamObserver<TableMessage> {
    /** What was said once, at a match's start. */
    private record Match(MatchStart start, Rules rules) { }

    private final CountDownLatch over = new CountDownLatch(1);
    private final Map<Integer, Rules> rules = new HashMap<>();
    private final Map<Integer, Match> matches = new HashMap<>();
    private StreamObserver<BotMessage> stream;

    public static void main(String[] words) throws InterruptedException {
        var channel = Grpc.newChannelBuilder(System.getenv("ARENA_ADDRESS"), InsecureChannelCredentials.create())
                .maxInboundMessageSize(64 << 20).directExecutor().build();
        var bot = new Main();
        bot.stream = TableGrpc.newStub(channel).play(bot);
        bot.stream.onNext(BotMessage.newBuilder().setJoin(Join.newBuilder().setToken(System.getenv("ARENA_TOKEN"))
                .setProtocolVersion(1).setMaxMatches(32)).build());
        bot.over.await();
        System.exit(0);
    }

    @Override
    public void onNext(TableMessage message) {
        switch (message.getMessageCase()) {
            case REFUSAL -> System.err.println(message.getRefusal().getReason());
            case RULES -> rules.put(message.getRules().getRules(), message.getRules());
            case DECISIONS -> answer(message.getDecisions());
            case GOODBYE -> over.countDown();
            default -> { }
        }
    }

    @Override
    public void onError(Throwable error) {
        System.err.println(error);
        over.countDown();
    }

    @Override
    public void onCompleted() {
        over.countDown();
    }

    private void answer(Decisions news) {
        news.getStartsList().forEach(start -> matches.put(start.getMatch(), new Match(start, rules.get(start.getRules()))));
        var choices = Choices.newBuilder();
        for (var asked : news.getDecisionsList()) {
            choices.addChoices(Choice.newBuilder().setMatch(asked.getMatch()).setDecision(asked.getDecision())
                    .setAction(choose(matches.get(asked.getMatch()), asked)));
        }
        if (choices.getChoicesCount() > 0) {
            stream.onNext(BotMessage.newBuilder().setChoices(choices).build());
        }
        news.getEndsList().forEach(end -> matches.remove(end.getMatch()));
    }

    /** One of asked's legal ids; its rules have what each means, asked what this seat may know. */
    private static int choose(Match its, Decision asked) {
        long number = its.start().getBotSeed() + asked.getDecision() * 2654435761L;
        return asked.getLegal((int) Long.remainderUnsigned(number >>> 7, asked.getLegalCount()));
    }
}
