using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Comparisons;

namespace DroneDelivery.Lab.Tests.Comparisons;

public sealed class TurnedRunsTests : IDisposable
{
    private readonly CancellationTokenSource _stop = CancellationTokenSource.CreateLinkedTokenSource(
        TestContext.Current.CancellationToken);
    private readonly List<string> _order = [];

    public void Dispose() => _stop.Dispose();

    [Fact]
    public async Task Run_ThreeRepeats_AreInTurnAsync()
    {
        var runs = await RunAsync(3, _ => { });

        Assert.Equal(["A a/01", "B b/01", "A a/02", "B b/02", "A a/03", "B b/03"], _order);
        Assert.Equal((3, 3, null), (runs.A.Count, runs.B.Count, runs.Failure));
    }

    [Fact]
    public async Task Run_CancelledInTheMiddleOfARun_KeepsTheWholePairsAsync()
    {
        var runs = await RunAsync(5, turn => StopIf(turn is { Side: Side.B, Repeat: 3 }));

        Assert.Equal((2, 2, null), (runs.A.Count, runs.B.Count, runs.Failure));
        Assert.Equal(6, _order.Count);
    }

    [Fact]
    public async Task Run_CancelledBeforeALoadBegins_KeepsTheWholePairsAsync()
    {
        var runs = await RunAsync(5, turn =>
        {
            StopIf(turn is { Side: Side.A, Repeat: 3 });
            _stop.Token.ThrowIfCancellationRequested();
        });

        Assert.Equal((2, 2, null), (runs.A.Count, runs.B.Count, runs.Failure));
    }

    [Fact]
    public async Task Run_SystemFails_KeepsTheWholePairsAndSaysWhyAsync()
    {
        var runs = await RunAsync(5, turn =>
        {
            if (turn is { Side: Side.B, Repeat: 4 })
            {
                throw new LabException("The gateway ended.");
            }
        });

        Assert.Equal((3, 3, "The gateway ended."), (runs.A.Count, runs.B.Count, runs.Failure?.Message));
    }

    private void StopIf(bool now)
    {
        if (now)
        {
            _stop.Cancel();
        }
    }

    private Task<TurnedRuns> RunAsync(int repeats, Action<Turn> during) => TurnedRuns.RunAsync(
        repeats,
        (turn, _) =>
        {
            var folder = turn.Folder.Replace(Path.DirectorySeparatorChar, '/');
            _order.Add($"{turn.Side} {folder}");
            during(turn);
            return Task.FromResult(new RunFolder(folder));
        },
        _stop.Token);
}
