using System.CommandLine;
using DroneDelivery.LoadTests.Insight.Capacity;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Folders;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using Spectre.Console;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>capacity</c>: the highest rate that a target can take.</summary>
internal sealed class CapacityCommand
{
    private const string Name = "capacity";
    private const int Interrupted = 130;

    private readonly Argument<string> _target = new("target")
    {
        Description = $"What to search: a test of the whole system ({string.Join(", ", TuningLab.Scenarios.Select(scenario => scenario.Name))}), "
            + $"{PackageTarget.Word} (one instance of that service on its own), or an address on this machine (http://127.0.0.1:5000/x).",
        DefaultValueFactory = _ => TuningLab.OwnerKey.Name,
    };

    private readonly Option<double> _objective = Number("--slo", "What p99 is to stay below, in ms.", 250, 1, 60_000);
    private readonly Option<double> _cpu = Number("--cpu", "What the machine's CPU is to stay below, in per cent.", 80, 1, 100);
    private readonly Option<double> _start = Number("--start", "The first rate, in requests per second.", 20, 1, 10_000);
    private readonly Option<double> _most = Number("--most", "The highest rate that is tried, in requests per second.", 20_000, 1, 100_000);
    private readonly Option<int> _searches = new("--searches") { Description = "Searches of each kind.", DefaultValueFactory = _ => 1 };

    private readonly Option<double> _confirm = Number(
        "--confirm", "Seconds for which both ends of the interval are tried afterwards; 0 for not at all.", 0, 0, 3_600);

    private readonly Option<string?> _compare = new("--compare")
    {
        Description = "Searches twice: HTTP/1.1 against HTTP/2 (protocol), kept against new connections (connections), open against closed loop "
            + "(loop).",
    };

    private readonly Option<string> _profile = SystemOptions.Profile();
    private readonly Option<string> _runs = SystemOptions.Runs("The folder that a folder for the results is made in.");
    private readonly Option<FileInfo?> _json = new("--json") { Description = "Also writes everything that was found to this file." };

    public static Command Create(string project, TimeProvider time)
    {
        var options = new CapacityCommand();
        var command = new Command(
            Name, "Searches for the highest rate that a target can take: p99 below an objective, CPU below a cap. About three minutes.")
        {
            options._target, options._objective, options._cpu, options._start, options._most, options._searches, options._confirm,
            options._compare, options._profile, options._runs, options._json,
        };
        options._compare.AcceptOnlyFromAmong([.. CapacityVariant.Comparisons]);
        options._searches.Validators.Add(LiveOption.Range("--searches", 1, 100));
        options._target.Validators.Add(result =>
        {
            var target = result.GetValueOrDefault<string>();
            if (!IsTarget(target))
            {
                result.AddError($"'{target}' is no target. Targets: {string.Join(", ", TuningLab.Scenarios.Select(scenario => scenario.Name))}, "
                    + $"{PackageTarget.Word}, or http://127.0.0.1:PORT/PATH.");
            }
        });
        command.Validators.Add(result =>
        {
            if (result.GetValue(options._compare) == "protocol" && IsScenario(result.GetValue(options._target) ?? TuningLab.OwnerKey.Name))
            {
                result.AddError($"The gateway's public port speaks HTTP/1.1 only: compare protocols on the target {PackageTarget.Word}.");
            }
        });
        command.SetAction((arguments, token) => options.RunAsync(arguments, project, time, token));
        return command;
    }

    private static Option<double> Number(string name, string description, double usual, double least, double most)
    {
        var option = new Option<double>(name) { Description = description, DefaultValueFactory = _ => usual };
        option.Validators.Add(LiveOption.Range(name, least, most));
        return option;
    }

    private static bool IsTarget(string? text) =>
        text == PackageTarget.Word || IsScenario(text) || FindAddress(text) is not null;

    private static bool IsScenario(string? text) => TuningLab.Scenarios.Any(scenario => scenario.Name == text);

    /// <summary>Load goes to this machine only.</summary>
    private static Uri? FindAddress(string? text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address) && address is { IsLoopback: true, Scheme: "http" or "https" } ? address : null;

    private async Task<int> RunAsync(ParseResult arguments, string project, TimeProvider time, CancellationToken cancellationToken)
    {
        var progress = new LabProgress(AnsiConsole.Console, time);
        progress.WarnOfDebugBuild();
        var folder = SessionFolder.PathOf(arguments.GetRequiredValue(_runs), Name, time);
        SessionFolder.Make(folder);
        CapacityRecord record;
        await using (var target = await StartAsync(arguments, folder, progress, time, cancellationToken))
        {
            record = await new CapacityRun(target, Read(arguments, project), progress.Say, time).RunAsync(cancellationToken);
        }

        var report = await WriteAsync(record, folder, arguments.GetValue(_json));
        progress.Say("");
        progress.Say(CapacityText.Plain(record));
        progress.Say($"Report: {report}");
        return record.Interrupted ? Interrupted : 0;
    }

    private CapacityRequest Read(ParseResult arguments, string project) => new(
        new LatencyGoal(TimeSpan.FromMilliseconds(arguments.GetValue(_objective))),
        new CpuGoal(arguments.GetValue(_cpu) / 100),
        CapacityVariant.Of(arguments.GetValue(_compare)),
        arguments.GetValue(_searches),
        TimeSpan.FromSeconds(arguments.GetValue(_confirm)),
        new CapacityPlan { StartRate = arguments.GetValue(_start), MostRate = arguments.GetValue(_most) },
        CommandLine.Of(project, arguments));

    private Task<CapacityTarget> StartAsync(
        ParseResult arguments, string folder, LabProgress progress, TimeProvider time, CancellationToken cancellationToken)
    {
        var text = arguments.GetRequiredValue(_target);
        return text == PackageTarget.Word ? PackageTarget.StartAsync(folder, progress.Say, time, cancellationToken)
            : FindAddress(text) is { } address ? Task.FromResult<CapacityTarget>(new UrlTarget(address))
            : ScenarioTarget.StartAsync(
                TuningLab.Find(text), SimulationProfile.Load(arguments.GetRequiredValue(_profile)), folder, progress.Say, time, cancellationToken);
    }

    private static async Task<string> WriteAsync(CapacityRecord record, string folder, FileInfo? json)
    {
        try
        {
            if (json is not null)
            {
                await CapacityFolder.WriteJsonAsync(record, json.FullName, CancellationToken.None);
            }

            return await CapacityFolder.WriteAsync(record, folder, CancellationToken.None);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"The results could not be written: {exception.Message}", exception);
        }
    }
}
