namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>The argument for the target of a load: a test of the whole system, one instance of Package, or an address.</summary>
internal sealed class TargetArgument : Argument<string>
{
    /// <summary>For <see cref="ToolCommand.NeedsClone"/>.</summary>
    public const string PartForClones = "A target that is no address";

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
                    $"'{target}' is not a target.{similar} Targets: {Tests}, {PackageTarget.Word}, or http://127.0.0.1:PORT/PATH.");
            }
        });
    }

    public static string Tests => string.Join(", ", TuningLab.Scenarios.Select(scenario => scenario.Name));

    public bool IsScenario(CommandResult result) => IsTest(result.GetValue(this) ?? TuningLab.OwnerKey.Name);

    /// <summary>Whether the lab does not start the target, and so does not know its processes.</summary>
    public bool IsAddress(CommandResult result) => FindAddress(result.GetValue(this)) is not null;

    /// <param name="folder">The folder for the logs of the started processes.</param>
    /// <param name="sendsTelemetry">As for <see cref="ScenarioTarget.StartAsync"/>.</param>
    /// <exception cref="LabException">The target does not start.</exception>
    public async Task<LoadTarget> StartAsync(
        ParseResult arguments, SimulationProfile profile, string folder, bool sendsTelemetry, LabProgress progress,
        TimeProvider time, CancellationToken cancellationToken)
    {
        var text = arguments.GetRequiredValue(this);
        return text == PackageTarget.Word ? await PackageTarget.StartAsync(folder, progress.Say, time, cancellationToken)
            : FindAddress(text) is { } address ? new UrlTarget(address)
            : await ScenarioTarget.StartAsync(
                TuningLab.Find(text), profile, folder, sendsTelemetry, progress.Say, time, cancellationToken);
    }

    private static bool IsTest(string? text) => TuningLab.Scenarios.Any(scenario => scenario.Name == text);

    /// <summary>Only addresses of this machine are allowed.</summary>
    private static Uri? FindAddress(string? text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address) && address is { IsLoopback: true, Scheme: "http" or "https" }
            ? address
            : null;
}
