using DroneDelivery.LoadTests.Lab.Http.ScenarioFiles;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>The argument for the target of a load: a test of the whole system, one instance of Package, or an address.</summary>
internal sealed class TargetArgument : Argument<string>
{
    /// <summary>For <see cref="ToolCommand.NeedsClone"/>.</summary>
    public const string PartForClones = $"tests and {PackageTarget.Word}";

    private readonly Option<bool> _insecure = ClientOptions.CreateInsecure();
    private readonly ProcessOptions _processes = new(RunningProcesses.All);

    /// <param name="purpose">The beginning of the help text, as in "The system whose capacity is measured".</param>
    public TargetArgument(string purpose)
        : base("TARGET")
    {
        Description = $"{purpose}: a test of the whole system ({Tests}), {PackageTarget.Word} (one instance of that service "
            + "on its own), or an address on this machine (http://127.0.0.1:5000/x).";
        DefaultValueFactory = _ => TuningLab.OwnerKey.Name;
        Validators.Add(result =>
        {
            var target = result.GetValueOrDefault<string>();
            if (target != PackageTarget.Word && !IsTest(target) && FindAddress(target) is null)
            {
                var similar = Suggestion.For(target ?? "", [.. Tests.Split(", "), PackageTarget.Word]);
                result.AddError(
                    $"'{target}' is not a target.{similar} "
                    + $"Targets: {Tests}, {PackageTarget.Word}, or http://127.0.0.1:PORT/PATH.");
            }
        });
    }

    private IReadOnlyList<Option> Client => [_insecure, .. _processes.All];

    public static string Tests => string.Join(", ", TuningLab.Scenarios.Select(scenario => scenario.Name));

    /// <summary>The file with the target, instead of the argument.</summary>
    public Option<string?> File { get; } =
        HttpOptions.ScenarioOption("Takes requests and client from this file, and neither its load nor its variants.");

    /// <summary>The argument and its options.</summary>
    public IReadOnlyList<Symbol> All => [this, File, .. Client];

    public bool IsScenario(CommandResult result) =>
        !result.Has(File) && IsTest(result.GetValue(this) ?? TuningLab.OwnerKey.Name);

    /// <exception cref="FormatException">
    /// There is a target and a file, the file is no scenario, there is no such process, or an option goes with another target.
    /// </exception>
    public void Check(CommandResult result)
    {
        result.RefuseIf(!IsAddress(result), "an address: other targets have their own client and processes", Client);
        _processes.Read(result);
        if (result.GetValue(File) is { } path)
        {
            _ = result.GetResult(this) is { Implicit: false, Tokens.Count: > 0 }
                ? throw new FormatException($"{File.Name} has a target of its own: it goes without another.")
                : HttpOptions.ReadFile(ScenarioFile.Read(path), variant: null);
        }
    }

    /// <summary>Whether the lab does not start the target, and so does not know its processes.</summary>
    public bool IsAddress(CommandResult result) => !result.Has(File) && FindAddress(result.GetValue(this)) is not null;

    /// <summary>Whether the processes of the target are known, as far as the command line shows.</summary>
    public bool KnowsProcesses(CommandResult result) => !IsAddress(result) || _processes.All.Any(result.Has);

    /// <summary>The address of a service that the lab does not start; null for another target.</summary>
    public Uri? FindAddress(CommandResult result) => result.GetValue(File) is { } path
        ? HttpOptions.ReadFile(ScenarioFile.Read(path), variant: null).Work.Target
        : FindAddress(result.GetValue(this));

    /// <summary>Whether the target is started from a clone of this repository.</summary>
    public bool NeedsClone(CommandResult result) => !result.Has(File) && !IsAddress(result);

    /// <param name="folder">The folder for the logs of the started processes.</param>
    /// <param name="sendsTelemetry">As for <see cref="ScenarioTarget.StartAsync"/>.</param>
    /// <exception cref="LabException">The target does not start.</exception>
    public async Task<LoadTarget> StartAsync(
        ParseResult arguments, SimulationProfile profile, string folder, bool sendsTelemetry, LabProgress progress,
        TimeProvider time, CancellationToken cancellationToken)
    {
        if (arguments.GetValue(File) is { } path)
        {
            var plan = HttpOptions.ReadFile(ScenarioFile.Read(path), variant: null);
            await HttpReach.RequireListenerAsync(plan.Work.Target, plan.Client, time, cancellationToken);
            var telemetry = sendsTelemetry
                ? await plan.Collection.ReceiveAsync((ulong)profile.Seed, time, cancellationToken)
                : null;
            return new HttpTarget(plan, telemetry, time);
        }

        var text = arguments.GetRequiredValue(this);
        return text == PackageTarget.Word ? await PackageTarget.StartAsync(folder, progress.Say, time, cancellationToken)
            : FindAddress(text) is { } address ? CreateTarget(address, arguments, progress)
            : await ScenarioTarget.StartAsync(
                TuningLab.Find(text), profile, folder, sendsTelemetry, progress.Say, time, cancellationToken);
    }

    private UrlTarget CreateTarget(Uri address, ParseResult arguments, LabProgress progress)
    {
        var processes = _processes.Read(arguments.CommandResult);
        if (processes.Count > 0)
        {
            progress.Say($"Processes of the target: {string.Join(", ", processes.Select(process => process.Name))}");
        }

        return new UrlTarget(address, arguments.GetValue(_insecure), processes);
    }

    private static bool IsTest(string? text) => TuningLab.Scenarios.Any(scenario => scenario.Name == text);

    /// <summary>Only addresses of this machine are allowed.</summary>
    private static Uri? FindAddress(string? text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address) && address is { IsLoopback: true, Scheme: "http" or "https" }
            ? address
            : null;
}
