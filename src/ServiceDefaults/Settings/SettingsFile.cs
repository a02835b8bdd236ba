using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Configuration.Json;
using Microsoft.Extensions.Primitives;

namespace DroneDelivery.ServiceDefaults.Settings;

/// <summary>
/// A JSON file of settings, with the same sections as appsettings.json, which is read again when it changes. While a changed file
/// cannot be read, the former settings stay in force, and the setting <see cref="FaultKey"/> has the reason.
/// </summary>
public sealed class SettingsFile : JsonConfigurationProvider
{
    public const string FaultKey = "Settings:Fault";

    internal const string PathKey = "Settings:File";

    internal static readonly ServiceFlag Flag = new(
        "--settings", PathKey, "JSON file with any settings, as in appsettings.json; read again when it changes.", "none");

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

    /// <summary>Why a file cannot be used; null if the exception has another cause.</summary>
    internal static string? FindFault(string? file, Exception exception) =>
        exception is IOException or InvalidDataException or UnauthorizedAccessException
            ? $"The settings file {file} cannot be used: {exception.GetBaseException().Message}"
            : null;

    protected override void Dispose(bool disposing)
    {
        _watch.Dispose();
        _reload.Dispose();
        base.Dispose(disposing);
    }

    // The provider's own reload discards all settings if the file cannot be read.
    private void Reload()
    {
        try
        {
            Load();
        }
        catch (Exception exception) when (FindFault(Source.Path, exception) is { } fault)
        {
            Set(FaultKey, fault);
            OnReload();
        }
    }
}
