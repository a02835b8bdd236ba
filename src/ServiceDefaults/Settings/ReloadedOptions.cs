using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;

namespace DroneDelivery.ServiceDefaults.Settings;

/// <summary>
/// Options that are created again when their section of the configuration changes. While one of the changed settings is invalid,
/// all of the former ones stay in use.
/// </summary>
public sealed class ReloadedOptions<TOptions> : IDisposable
    where TOptions : class
{
    private readonly Lock _gate = new();
    private readonly string _section;
    private readonly IConfiguration _configuration;
    private readonly IOptionsFactory<TOptions> _factory;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly IDisposable _watch;
    private string _settings;

    /// <exception cref="OptionsValidationException">The settings are invalid.</exception>
    public ReloadedOptions(
        string section,
        IConfiguration configuration,
        IOptionsFactory<TOptions> factory,
        TimeProvider time,
        ILogger<ReloadedOptions<TOptions>> logger)
    {
        (_section, _configuration, _factory, _time, _logger) = (section, configuration, factory, time, logger);
        (_settings, Value) = (ReadSettings(), factory.Create(Options.DefaultName));
        _watch = ChangeToken.OnChange(configuration.GetReloadToken, Reload);
    }

    /// <summary>Raised for each change, one at a time, with the changed options.</summary>
    public event Action<TOptions>? Changed;

    /// <summary>The options in use. After a change, the former ones until each handler of <see cref="Changed"/> has returned.</summary>
    public TOptions Value { get; private set; }

    /// <summary>The latest change, if it was rejected.</summary>
    public RejectedSettings? Rejected { get; private set; }

    public void Dispose() => _watch.Dispose();

    private void Reload()
    {
        lock (_gate)
        {
            if (_configuration[SettingsFile.FaultKey] is { } unreadable)
            {
                Rejected = new(_time.GetUtcNow(), [unreadable]);
                return;
            }

            // One change of a file may cause several reloads, and most are of other sections.
            var settings = ReadSettings();
            if ((Rejected is not null || settings != _settings) && TryCreateNeedsLock() is { } changed)
            {
                _settings = settings;
                Changed?.Invoke(changed);
                (Value, Rejected) = (changed, null);
            }
        }
    }

    private TOptions? TryCreateNeedsLock()
    {
        try
        {
            return _factory.Create(Options.DefaultName);
        }
        // A value that is not allowed, or one of the wrong type.
        catch (Exception exception) when (exception is OptionsValidationException or InvalidOperationException)
        {
            var faults = SettingsFile.FaultsIn(exception);
            if (Rejected?.Faults.SequenceEqual(faults) is not true)
            {
                Log.SettingsWereRejected(_logger, string.Join(" ", faults));
            }

            Rejected = new(_time.GetUtcNow(), faults);
            return null;
        }
    }

    private string ReadSettings() =>
        string.Join('\n', _configuration.GetSection(_section).AsEnumerable().Select(setting => $"{setting.Key}={setting.Value}"));
}

/// <summary>Changed settings that are not in use.</summary>
public sealed record RejectedSettings(DateTimeOffset At, IReadOnlyList<string> Faults);

public static class ReloadedOptionsExtensions
{
    /// <summary>Adds <see cref="ReloadedOptions{TOptions}"/> of a section.</summary>
    /// <param name="bind">Sets the options from the section.</param>
    public static IServiceCollection AddReloadedOptions<TOptions, TValidator>(
        this IServiceCollection services, string section, Action<TOptions, IConfigurationSection> bind)
        where TOptions : class
        where TValidator : class, IValidateOptions<TOptions>
    {
        services.AddOptionsWithValidateOnStart<TOptions, TValidator>()
            .Configure<IConfiguration>((options, configuration) => bind(options, configuration.GetSection(section)));
        return services.AddSingleton(provider => ActivatorUtilities.CreateInstance<ReloadedOptions<TOptions>>(provider, section));
    }
}
