using System.CommandLine;
using DroneDelivery.LoadTests.Insight.Caching;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Caching;
using DroneDelivery.LoadTests.Lab.Folders;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Options;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Caching;
using Spectre.Console;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>caching</c>: no cache, one in the service, one at the gateway.</summary>
internal sealed class CachingCommand
{
    private static readonly string[] Names = [.. CachingLab.Variants.Select(variant => variant.Name)];

    private readonly StudyLength _length = new("each breakpoint", CachingLoad.Quick, CachingLoad.Full);
    private readonly ListOption _variants = new("--cache", "Where the cache sits", Names, Names);

    private readonly Option<string[]> _from = new("--from")
    {
        Description = "Runs nothing: makes the table from these folders of runs.",
        AllowMultipleArgumentsPerToken = true,
    };

    private readonly Option<string> _profile = SystemOptions.Profile();
    private readonly Option<string> _runs = SystemOptions.Runs("The folder that run folders are made in.");

    /// <param name="engine">What puts the load on the system.</param>
    /// <param name="project">The project of the command line, as <c>dotnet run</c> names it.</param>
    public static Command Create(LoadEngine engine, string project, TimeProvider time)
    {
        var options = new CachingCommand();
        var command = new ToolCommand(
            CachingLab.Name,
            "Asks for a large aggregate, 0 to 1,000 times a second, without a cache, with one in the service, and with one at "
            + "the gateway, cold and warmed, and prints rate, errors, duration, dropped arrivals and CPU. Quick: 40 s each. "
            + ExitCode.Help())
        {
            options._length.Full, options._length.Seconds, options._variants, options._from, options._profile, options._runs,
        };
        command.SetAction((arguments, token) => options.RunAsync(arguments, engine, project, time, token));
        return command;
    }

    private async Task<int> RunAsync(
        ParseResult arguments, LoadEngine engine, string project, TimeProvider time, CancellationToken cancellationToken)
    {
        var progress = new LabProgress(AnsiConsole.Console, time);
        if (arguments.GetValue(_from) is { Length: > 0 } folders)
        {
            await ShowAsync([.. folders.SelectMany(RunFolders.All)], progress);
            return ExitCode.Done;
        }

        progress.WarnOfDebugBuild();
        var suite = new CachingSuite(Read(arguments, engine, project), time);
        var (measured, failure) = await suite.RunAsync(progress.Say, cancellationToken);
        if (measured.Count > 0)
        {
            await ShowAsync(measured, progress);
            progress.Say($"Runs: {suite.Folder}");
        }

        return ExitCode.OfSuite(failure, progress.Say, cancellationToken);
    }

    private CachingSettings Read(ParseResult arguments, LoadEngine engine, string project) => new(
        CachingLab.Choose(_variants.Read(arguments)),
        SimulationProfile.Load(arguments.GetRequiredValue(_profile)),
        _length.Read(arguments),
        arguments.GetRequiredValue(_runs),
        CommandLine.Of(project, arguments),
        engine);

    private static async Task ShowAsync(IReadOnlyList<RunFolder> runs, LabProgress progress)
    {
        var figures = await Task.WhenAll(runs.Select(run => CachingFigures.ReadAsync(run, CancellationToken.None)));
        progress.Say("");
        progress.Say(CachingText.Plain(figures));
    }
}
