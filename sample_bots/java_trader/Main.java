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
import stockpit.v1.TableOuterClass.Rules;
import stockpit.v1.TableOuterClass.TableMessage;

/** The trader of TRADER.md in Java. This file is the stream: all a bot needs, with nothing but the stubs. */
final class Main implements StreamObserver<TableMessage> {
    private final CountDownLatch over = new CountDownLatch(1);
    private final Map<Integer, Rules> rules = new HashMap<>();
    private final Map<Integer, Rules> matches = new HashMap<>();
    private StreamObserver<BotMessage> stream;

    public static void main(String[] words) throws InterruptedException {
        var channel = Grpc.newChannelBuilder(System.getenv("ARENA_ADDRESS"), InsecureChannelCredentials.create())
                .maxInboundMessageSize(64 << 20).directExecutor().build();
        var bot = new Main();
        bot.stream = TableGrpc.newStub(channel).play(bot);
        bot.stream.onNext(BotMessage.newBuilder().setJoin(Join.newBuilder().setToken(System.getenv("ARENA_TOKEN"))
                .setProtocolVersion(1).setMaxMatches(32).setEvents(false)).build());
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
        news.getStartsList().forEach(start -> matches.put(start.getMatch(), rules.get(start.getRules())));
        var choices = Choices.newBuilder();
        for (var asked : news.getDecisionsList()) {
            choices.addChoices(Choice.newBuilder().setMatch(asked.getMatch()).setDecision(asked.getDecision())
                    .setAction(choose(asked, matches.get(asked.getMatch()))));
        }
        if (choices.getChoicesCount() > 0) {
            stream.onNext(BotMessage.newBuilder().setChoices(choices).build());
        }
        news.getEndsList().forEach(end -> matches.remove(end.getMatch()));
    }

    /** The legal action with the highest score, of equal ones the first. */
    private static int choose(Decision asked, Rules rules) {
        var trader = new Trader(rules.getStockpileSettings(), asked.getStockpile());
        var actions = rules.getStockpileActions();
        int best = asked.getLegal(0);
        for (int id : asked.getLegalList()) {
            if (trader.score(actions.getActions(id)) > trader.score(actions.getActions(best))) {
                best = id;
            }
        }
        return best;
    }
}
