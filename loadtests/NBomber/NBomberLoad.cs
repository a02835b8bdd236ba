using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.NBomber.Results;
using NBomber.Contracts.Stats;
using NBomber.CSharp;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>Runs a closed loop profile on NBomber.</summary>
internal sealed class NBomberLoad(string testSuite, TimeProvider time)
{
    private static readonly TimeSpan ReportingInterval = TimeSpan.FromSeconds(5);

    /// <param name="reportFolder">For NBomber's own reports. It must not exist: NBomber deletes what it finds there.</param>
    /// <exception cref="IOException">The report folder exists.</exception>
    public async Task<NBomberFigures> RunAsync(
        string name, ClosedLoopProfile profile, UserAction action, string reportFolder, CancellationToken cancellationToken)
    {
        if (Path.Exists(reportFolder))
        {
            throw new IOException($"{reportFolder} exists, and NBomber would delete it. Choose a new folder for its reports.");
        }

        var scenario = new ClosedLoopScenario(profile, action, time, cancellationToken);
        var context = NBomberRunner.RegisterScenarios(scenario.Build(name))
            .WithTestSuite(testSuite)
            .WithTestName(name)
            .WithReportFolder(reportFolder)
            .WithReportFormats(ReportFormat.Html, ReportFormat.Csv)
            .WithReportingInterval(ReportingInterval);
        var stats = await Task.Run(() => context.Run(), CancellationToken.None);
        return NBomberFigures.Of(stats, ClosedLoopScenario.RequestStep, scenario.Duration);
    }
}
