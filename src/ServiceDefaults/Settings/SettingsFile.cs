using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Configuration.Json;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;

namespace DroneDelivery.ServiceDefaults.Settings;

/// <summary>
/// A JSON file of settings, with the same sections as appsettings.json, which is read again when it changes. While a changed file
/// cannot be read, the former settings stay in use, and the setting <see cref="FaultKey"/> has the reason.
/// </summary>
public sealed class SettingsFile : JsonConfigurationProvider
{
    public const string FaultKey = "Settings:Fault";

    internal const string PathKey = "Settings:File";

    public static readonly ServiceFlag Flag = new(
        "--settings",
        PathKey,
        "JSON file with any settings, as in appsettings.json. Gateway: Plans and Backends apply when it changes.",
        "none");

    private readonly HashSet<string> _reported = [];
    private readonly ITimer _reload;
    private readonly IDisposable _watch;

    internal SettingsFile(JsonConfigurationSource source)
        : base(source)
    {
        // The delay starts again with each change: a program that writes the file may not have finished.
        var delay = TimeSpan.FromMilliseconds(source.ReloadDelay);
        _reload = TimeProvider.System.CreateTimer(_ => Reload(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        _watch = ChangeToken.OnChange(
            () => source.FileProvider!.Watch(source.Path!), () => _reload.Change(delay, Timeout.InfiniteTimeSpan));
    }

    /// <summary>Raised once for all faults of a changed file: it cannot be read, or options cannot be made of its settings.</summary>
    internal event Action<string>? Rejected;

    /// <summary>Why a file cannot be used; null if the exception has another cause.</summary>
    internal static string? FindFault(string? file, Exception exception) =>
        exception is IOException or InvalidDataException or UnauthorizedAccessException
            ? $"The settings file {file} cannot be used: {exception.GetBaseException().Message}"
            : null;

    /// <summary>The faults that make options invalid, in alphabetical order.</summary>
    internal static string[] FaultsIn(Exception exception) =>
    [
        .. new AggregateException(exception).Flatten().InnerExceptions
            .SelectMany(inner => inner is OptionsValidationException invalid ? invalid.Failures : [inner.Message])
            .Distinct()
            .Order(StringComparer.Ordinal),
    ];

    protected override void Dispose(bool disposing)
    {
        _watch.Dispose();
        _reload.Dispose();
        base.Dispose(disposing);
    }

    // The provider's own reload discards all settings if the file cannot be read. An exception of a listener would end the process.
    private void Reload()
    {
        try
        {
            Load();
            _reported.Clear();
        }
        catch (AggregateException exception)
        {
            Report(string.Join(" ", FaultsIn(exception)));
        }
        catch (Exception exception) when (FindFault(Source.Path, exception) is { } fault)
        {
            Set(FaultKey, fault);
            Report(fault);
            NotifyOfFault();
        }
    }

    private void NotifyOfFault()
    {
        try
        {
            OnReload();
        }
        catch (AggregateException)
        {
            // The settings have not changed: their faults are reported already.
        }
    }

    private void Report(string faults)
    {
        if (_reported.Add(faults))
        {
            Rejected?.Invoke(faults);
        }
    }
}
