using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;
using DroneDelivery.LoadTests.Insight.Traces;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>Requests spend their time between the processes: after one has sent and before the other has received.</summary>
internal static class Network
{
    private const double WorthAChange = 0.15;

    /// <summary>
    /// On a machine with less of its CPU left, a message that has arrived waits for a core before anybody sees it: that is no network.
    /// </summary>
    private const double CpuThatWouldExplainIt = 0.8;

    public static Finding? Find(RunEvidence run)
    {
        if (run.Books is not { } books || run.Processes.BusiestShareOfMachine >= CpuThatWouldExplainIt)
        {
            return null;
        }

        var (way, ms) = Ways(books, run.Calls.Caller).MaxBy(candidate => candidate.Ms);
        return run.ShareOfLatency(ms) < WorthAChange ? null : new Finding(
            Cause.Network,
            $"The network {way} is slow.",
            [
                $"A request spends {Milliseconds(ms)} of its mean latency of {Milliseconds(run.LatencyMs)} {way}: sent by one side and not yet "
                + "received by the other.",
                $"It is not that the receiver has no CPU: {Share(run.Processes.BusiestShareOfMachine)} of the machine is used.",
            ],
            run.ShareOfLatency(ms),
            Loss.Latency,
            [
                new NextStep("Measure the round trip there (ping), bring the two nearer to each other, and keep connections open.")
                {
                    Prediction = new Predictor(run).Shorter(ms),
                },
            ]);
    }

    private static IEnumerable<(string Way, double Ms)> Ways(Books books, string? caller) =>
    [
        ("between users and gateway", books.ClientNetwork),
        ("between gateway and backends", books.BackendNetwork),
        ($"between {caller ?? "the services"} and the database", books.CosmosNetwork),
    ];
}
