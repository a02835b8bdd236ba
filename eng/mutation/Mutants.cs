using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;

// Runs the tests of the emulator for each mutant of one of its folders, each in a process of its own, and counts the mutants that
// a test notices.
//   dotnet run Mutants.cs -- FOLDER     after ./run has made the mutants; Ctrl+C ends it with the figures of those that have run
// The environment variable MAX_MUTANTS limits their number. Their order is random, and the same in each run, so that those which
// have run are a sample.
const int NoMutant = -1;
const int GoalPercent = 80;
if (args is not [var folder])
{
    Console.Error.WriteLine("Usage: eng/mutation/run emulator-FOLDER, for example emulator-Query/Syntax.");
    return 2;
}

var made = Path.Combine(Environment.CurrentDirectory, "..", "..", "artifacts", "mutation", "emulator");
var mutants = ReadMutants(Path.Combine(made, "reports", "mutation-report.json"), folder);
if (mutants.Length == 0)
{
    Console.Error.WriteLine($"There are no mutants in src/CosmosEmulator/{folder}.");
    return 2;
}

var tests = Path.Combine(made, "tests", "DroneDelivery.CosmosEmulator.Tests.dll");
var stages = MakeStages(folder.Split('/')[0]);
using var cancellation = new CancellationTokenSource();
using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, context =>
{
    context.Cancel = true;
    cancellation.Cancel();
});

new Random(1).Shuffle(mutants);
var limit = Environment.GetEnvironmentVariable("MAX_MUTANTS");
var sample = mutants.Take(limit is null ? mutants.Length : int.Parse(limit, CultureInfo.InvariantCulture)).ToList();
var outcomes = new ConcurrentDictionary<Mutant, Outcome>();
try
{
    Console.Error.WriteLine($"{mutants.Length} mutants of {folder}; the tests first run without one.");
    var outcome = await RunStagesAsync(NoMutant, cancellation.Token);
    if (outcome.Kind != OutcomeKind.NotFound)
    {
        Console.Error.WriteLine($"Without a mutant, a test fails: {outcome.Text}");
        return 1;
    }

    var options = new ParallelOptions
    {
        MaxDegreeOfParallelism = Environment.ProcessorCount,
        CancellationToken = cancellation.Token,
    };
    await Parallel.ForEachAsync(sample, options, async (mutant, token) =>
    {
        var outcome = outcomes[mutant] = await RunStagesAsync(mutant.Id, token);
        Console.WriteLine($"{outcomes.Count} of {sample.Count}: {outcome.Kind} {mutant} {outcome.Text}");
    });
}
catch (OperationCanceledException)
{
    Console.Error.WriteLine("Stopped.");
}

WriteSummary();
if (cancellation.IsCancellationRequested)
{
    return 130;
}

var isReached = SharePercent([.. outcomes.Values.Select(outcome => outcome.Kind)]) >= GoalPercent;
Console.Error.WriteLine(isReached ? "The goal is reached." : $"Fewer than {GoalPercent} % of the mutants are found.");
return isReached ? 0 : 1;

static Mutant[] ReadMutants(string report, string folder)
{
    using var json = JsonDocument.Parse(File.ReadAllBytes(report));
    var start = $"/src/CosmosEmulator/{folder}/";
    return
    [
        .. from file in json.RootElement.GetProperty("files").EnumerateObject()
           let name = file.Name.Replace('\\', '/')
           where name.Contains(start, StringComparison.Ordinal)
           let lines = file.Value.GetProperty("source").GetString()!.Split('\n')
           from mutant in file.Value.GetProperty("mutants").EnumerateArray()
           where mutant.GetProperty("status").GetString() is not ("Ignored" or "CompileError")
           let line = mutant.GetProperty("location").GetProperty("start").GetProperty("line").GetInt32()
           select new Mutant(
               int.Parse(mutant.GetProperty("id").GetString()!, CultureInfo.InvariantCulture),
               name[(name.IndexOf(start, StringComparison.Ordinal) + start.Length)..],
               line,
               lines[line - 1].Trim(),
               mutant.GetProperty("replacement").GetString()!.ReplaceLineEndings(" ")),
    ];
}

// The quick tests that are likely to notice a mutant run first. What runs in real time, or measures memory, is left out.
static Stage[] MakeStages(string folder)
{
    const string Name = "DroneDelivery.CosmosEmulator.Tests";
    string[] slow =
    [
        "*.DocumentStoreTests", "*.Documents.ChangeFeedTests", "*.ExpiryTests", "*.ResultLengthTests", "*.SqlSyntaxTests",
        "*.PlannerOracleTests",
    ];
    string[] never =
    [
        "*.MemoryTests", "*.SlowCommitTests", "*.ChangeFeedLoadTests", "*.ChangeFeedProcessorTests", "*.RequestDurationTests",
    ];
    string[] all = ["Admin", "Contract", "Endpoints", "Query", "Resources"];
    string[] without = [.. slow.Concat(never).SelectMany(name => new[] { "-class-", name })];
    string[] others = [.. all.Where(other => other != folder).SelectMany(other => new[] { "-namespace", $"{Name}.{other}" })];
    return
    [
        new(["-namespace", $"{Name}.{folder}", .. without], CpuSeconds: 40),
        new([.. others, .. without], CpuSeconds: 90),
        new([.. slow.SelectMany(name => new[] { "-class", name })], CpuSeconds: 150),
        new(["-class", "*.Query.Differential.*"], CpuSeconds: 120),
    ];
}

async Task<Outcome> RunStagesAsync(int mutant, CancellationToken token)
{
    var outcome = new Outcome(OutcomeKind.NotFound, "");
    foreach (var stage in stages)
    {
        outcome = await RunAsync(mutant, stage, token);
        if (outcome.Kind != OutcomeKind.NotFound)
        {
            break;
        }
    }

    return outcome;
}

// The CPU limit tells an endless loop from a busy machine. A test that waits forever uses no CPU time: the limit of elapsed time
// ends it. Without a mutant the tests have half of the limits, so that these are at least twice what the tests take.
async Task<Outcome> RunAsync(int mutant, Stage stage, CancellationToken token)
{
    const int Interrupted = 128 + 2;
    const int OutOfCpuTime = 128 + 24;
    var cpuSeconds = mutant == NoMutant ? stage.CpuSeconds / 2 : stage.CpuSeconds;
    var start = new ProcessStartInfo("bash")
    {
        RedirectStandardOutput = true,
        RedirectStandardError = true,
        Environment =
        {
            // The assembly reads the name of a variable from the first one, and the number of the mutant from that variable.
            ["STRYKER_MUTANT_ID_CONTROL_VAR"] = "MUTANT",
            ["MUTANT"] = mutant.ToString(CultureInfo.InvariantCulture),
            // Ends a loop that allocates without end before it takes the machine's memory; hexadecimal, 1.5 GiB.
            ["DOTNET_GCHeapHardLimit"] = "60000000",
        },
    };
    string[] arguments =
    [
        "-c", "ulimit -S -t \"$1\" && shift && exec dotnet \"$@\"", "bash", $"{cpuSeconds}",
        tests, "-noColor", "-noLogo", "-stopOnFail", "-maxThreads", "1", .. stage.Tests,
    ];
    foreach (var argument in arguments)
    {
        start.ArgumentList.Add(argument);
    }

    using var process = Process.Start(start)!;
    using var timeout = CancellationTokenSource.CreateLinkedTokenSource(token);
    timeout.CancelAfter(TimeSpan.FromSeconds(4 * cpuSeconds));
    var failed = new List<string>();
    try
    {
        process.ErrorDataReceived += (_, _) => { };
        process.BeginErrorReadLine();
        while (await process.StandardOutput.ReadLineAsync(timeout.Token) is { } line)
        {
            if (line.EndsWith("[FAIL]", StringComparison.Ordinal))
            {
                failed.Add(line.Trim());
            }
        }

        await process.WaitForExitAsync(timeout.Token);
    }
    catch (OperationCanceledException)
    {
        process.Kill();
        await process.WaitForExitAsync(CancellationToken.None);
        token.ThrowIfCancellationRequested();
        return new(failed.Count > 0 ? OutcomeKind.Found : OutcomeKind.TimedOut, string.Join(' ', failed));
    }

    token.ThrowIfCancellationRequested();
    return process.ExitCode switch
    {
        0 => new(OutcomeKind.NotFound, ""),
        // Ctrl+C ends the tests too, sometimes before it is known here.
        Interrupted => throw new OperationCanceledException(),
        _ when failed.Count > 0 => new(OutcomeKind.Found, string.Join(' ', failed)),
        OutOfCpuTime => new(OutcomeKind.TimedOut, $"after {cpuSeconds} s of CPU time"),
        var code => new(OutcomeKind.Found, $"exit code {code}"),
    };
}

void WriteSummary()
{
    foreach (var (mutant, _) in outcomes.Where(each => each.Value.Kind == OutcomeKind.NotFound).OrderBy(each => each.Key.Id))
    {
        Console.WriteLine($"Not found: {mutant}");
    }

    Console.WriteLine($"| {folder} | Mutants | Found by a test or a crash | By time-out | Not found | Found, with time-outs |");
    Console.WriteLine("|---|---:|---:|---:|---:|---:|");
    foreach (var part in outcomes.GroupBy(each => each.Key.File.Split('/')[0]).OrderBy(part => part.Key, StringComparer.Ordinal))
    {
        WriteRow(part.Key, [.. part.Select(each => each.Value.Kind)]);
    }

    WriteRow($"all, {outcomes.Count} of {mutants.Length}", [.. outcomes.Values.Select(outcome => outcome.Kind)]);
}

static void WriteRow(string name, OutcomeKind[] kinds)
{
    var (found, timedOut) = (kinds.Count(kind => kind == OutcomeKind.Found), kinds.Count(kind => kind == OutcomeKind.TimedOut));
    Console.WriteLine(string.Create(
        CultureInfo.InvariantCulture,
        $"| {name} | {kinds.Length} | {found} | {timedOut} | {kinds.Length - found - timedOut} | {SharePercent(kinds):0.0} % |"));
}

static double SharePercent(OutcomeKind[] kinds) =>
    100.0 * kinds.Count(kind => kind != OutcomeKind.NotFound) / Math.Max(1, kinds.Length);

internal enum OutcomeKind
{
    Found,
    TimedOut,
    NotFound,
}

internal sealed record Mutant(int Id, string File, int Line, string Text, string Replacement)
{
    public override string ToString() => $"{File}:{Line} {Text} => {Replacement}";
}

internal sealed record Outcome(OutcomeKind Kind, string Text);

/// <param name="Tests">The arguments of the test runner that select the tests.</param>
internal sealed record Stage(string[] Tests, int CpuSeconds);
