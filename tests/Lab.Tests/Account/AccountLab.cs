using DroneDelivery.DroneDatabase.Account;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Lab.Tuning;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Lab.Tests.Account;

/// <summary>A folder for runs of the tuning lab on an account, with what the lab says.</summary>
internal sealed class AccountLab : IDisposable
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public StoredRuns Runs { get; } = new();

    public List<string> Asked { get; } = [];

    public List<string> Warnings { get; } = [];

    public string LastFolder => Directory.GetDirectories(Runs.In("runs")).Max()!;

    public void Dispose() => Runs.Dispose();

    /// <summary>The account with its key, and with the agreement to its cost.</summary>
    public AccountSettings Agreed(AccountEmulator account) => new(
        new AccountConnection(account.ConnectionString, Identity: false),
        "gateway", EmulatorRuns: null, IsAgreed: true, Ask: null, Warnings.Add, Cli: "/there/is/no/az");

    /// <summary>Ten seconds of the last test, with two users: little load, which a busy machine serves too.</summary>
    public LabSettings Settings(AccountSettings settings) => new(
        [TuningLab.OwnerKey],
        SimulationProfile.Load(SimulationProfile.Default),
        TimeSpan.FromSeconds(10),
        "dotnet test",
        LoadEngine.BuiltIn(TimeProvider.System))
    {
        Account = settings,
        LoadShape = (profile, duration) => TuningLoad.Constant(users: 2, profile, duration),
    };

    public Task<int> RunAsync(LabSettings settings, CancellationToken? stop = null)
    {
        var runner = new StudyRunner(TuningLab.Name, TimeProvider.System);
        var arguments = runner.CreateCommand("").Parse(["--runs", Runs.In("runs")]);
        return TuningCommand.RunAsync(runner, arguments, settings, TimeProvider.System, stop ?? Cancelled);
    }

    public Task<RunRecord> ReadAsync(string name) => new RunFolder(Path.Combine(LastFolder, name)).ReadRecordAsync(Cancelled);

    public Task WriteEmulatorRunAsync(string folder, string mode) => Runs.WriteAsync(
        $"{folder}/owner-key", SampleRecords.Run with { Manifest = SampleRecords.Run.Manifest with { Mode = mode } });
}

/// <summary>The load of a run, to wait until it has lasted for some time.</summary>
internal sealed class WatchedLoad
{
    private RunView? _view;

    public void Watch(RunView view) => _view = view;

    /// <summary>Completes when the load has lasted so long, or the run has ended.</summary>
    public async Task WaitAsync(Task running, TimeSpan elapsed)
    {
        using var poll = new PeriodicTimer(TimeSpan.FromMilliseconds(50));
        while (!running.IsCompleted && !(_view?.Load.Elapsed >= elapsed))
        {
            await poll.WaitForNextTickAsync(TestContext.Current.CancellationToken);
        }
    }
}
