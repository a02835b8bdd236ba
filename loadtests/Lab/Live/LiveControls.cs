namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>What the page may do to the system. A page without controls only looks on.</summary>
/// <param name="Current">The settings as they are.</param>
/// <param name="ApplyAsync">
/// Brings the system to the settings, which have been checked. One call at a time. Throws <see cref="LabException"/> where a
/// service does not come back.
/// </param>
internal sealed record LiveControls(
    SettingChoices Choices, Func<LiveSettings> Current, Func<LiveSettings, CancellationToken, Task> ApplyAsync);
