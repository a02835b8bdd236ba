using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class UndisturbedTrialsTests
{
    private readonly UndisturbedTrials _trials = new();
    private int _run;

    [Fact]
    public async Task RunAsync_SecondIsUndisturbed_ReturnsIt()
    {
        var trial = await RunAsync(() => TrialAsync(disturbed: _run == 0));

        Assert.Equal((2, 1, 2), (trial?.Good, _trials.Repeated, _run));
    }

    [Fact]
    public async Task RunAsync_AlwaysDisturbed_ReturnsTheThird()
    {
        var trial = await RunAsync(() => TrialAsync(disturbed: true));

        Assert.Equal((3, 2, 3), (trial?.Good, _trials.Repeated, _run));
        Assert.NotNull(trial?.Disturbance);
    }

    [Fact]
    public async Task RunAsync_MachineNeverComesToRest_RepeatsTenOfASearch()
    {
        for (var trial = 0; trial < 20; trial++)
        {
            await RunAsync(() => TrialAsync(disturbed: true));
        }

        Assert.Equal((10, 30), (_trials.Repeated, _run));
    }

    [Fact]
    public async Task RunAsync_Cancelled_Null()
    {
        Assert.Null(await RunAsync(() => Task.FromResult<CapacityTrial?>(null)));
        Assert.Equal(0, _trials.Repeated);
    }

    [Fact]
    public async Task RunAsync_CancelledWhileItIsRunAgain_KeepsTheDisturbedOne()
    {
        var trial = await RunAsync(
            () => _run == 0 ? TrialAsync(disturbed: true) : Task.FromResult<CapacityTrial?>(null));

        Assert.Equal((1, 0), (trial?.Good, _trials.Repeated));
    }

    private Task<CapacityTrial?> RunAsync(Func<Task<CapacityTrial?>> run) => _trials.RunAsync(run, trial => trial.Disturbance);

    /// <summary>Told apart by the number of good arrivals.</summary>
    private Task<CapacityTrial?> TrialAsync(bool disturbed) => Task.FromResult<CapacityTrial?>(
        new CapacityTrial(TrialPurpose.Bisecting, 100, 1, 100, ++_run, 100, new(10), new(20), 1)
        {
            Disturbance = disturbed ? "Other programs took 20 % of the machine." : null,
        });
}
