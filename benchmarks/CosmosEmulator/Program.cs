using System.CommandLine;
using DroneDelivery.CosmosEmulator.Benchmarks;
using DroneDelivery.Shared.Benchmarks;

const string Operations = "operations";
const string Processes = "processes";
const string Documents = "documents";
const string Writes = "writes";
const string Node = "node";

// The last commit before documents were stored in blocks, and queries were operators.
const string Before = "457cd882";
const string None = "none";

var rounds = new Option<int>("--rounds") { Description = "How often each build takes its turn.", DefaultValueFactory = _ => 7 };
var baseline = new Option<string>("--baseline")
{
    Description = $"The commit whose emulator is measured in turns with this one; {None}: this one only.",
    DefaultValueFactory = _ => Before,
};
var only = new Option<string[]>("--only")
{
    Description = $"Measures only these parts. {Node}, which needs npm, is not among those of a run without this option.",
    AllowMultipleArgumentsPerToken = true,
    DefaultValueFactory = _ => [Operations, Processes, Documents, Writes],
};
only.AcceptOnlyFromAmong(Operations, Processes, Documents, Writes, Node);
rounds.Validators.Add(result =>
{
    if (result.GetValueOrDefault<int>() is < 1 or > 100)
    {
        result.AddError("--rounds must be a whole number from 1 to 100.");
    }
});

var command = new RootCommand("Measures the emulator over sockets with the unmodified SDK.") { rounds, baseline, only };
command.Subcommands.Add(RecordedPeer.Command());
command.SetAction(async (line, cancellationToken) =>
{
    var parts = line.GetRequiredValue(only);
    await using var other = new BaselineCommit();
    List<EmulatorBuild> builds = [new("this build", ServerProcess.ProgramUnderTest)];
    if (line.GetRequiredValue(baseline) is not None and var commit && parts.Any(part => part is Operations or Processes))
    {
        builds.Add(await other.BuildAsync(commit, cancellationToken));
    }

    if (parts.Contains(Operations))
    {
        await OperationCosts.MeasureAsync(builds, line.GetValue(rounds), cancellationToken);
    }

    if (parts.Contains(Processes))
    {
        await ProcessCosts.MeasureAsync(builds, line.GetValue(rounds), cancellationToken);
    }

    if (parts.Contains(Node))
    {
        await NodePeer.MeasureAsync(builds[0], line.GetValue(rounds), cancellationToken);
    }

    var met = !parts.Contains(Documents) || await Growth.MeasureAsync(builds[0], cancellationToken);
    met &= !parts.Contains(Writes) || await IndexBuild.MeasureAsync(builds[0], cancellationToken);
    return met ? 0 : 1;
});
return await command.Parse(args).InvokeAsync();
