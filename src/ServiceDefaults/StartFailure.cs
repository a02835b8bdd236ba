using DroneDelivery.ServiceDefaults.CommandLine;
using DroneDelivery.ServiceDefaults.Listening;
using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults;

/// <summary>
/// Describes failures of a start, or of a command, that the user can fix, in plain lines; other failures are bugs and keep their stack trace.
/// </summary>
public static class StartFailure
{
    /// <summary>The lines, or null for a bug.</summary>
    public static string? Describe(Exception exception, IReadOnlyList<ServiceFlag> flags) => exception switch
    {
        StartException start => start.Message,
        OptionsValidationException invalid => string.Join(Environment.NewLine, invalid.Failures),
        // Options of more than one type are invalid.
        AggregateException { InnerExceptions: var all } when all.All(inner => inner is OptionsValidationException) =>
            string.Join(Environment.NewLine, all.Cast<OptionsValidationException>().SelectMany(invalid => invalid.Failures)),
        // A setting has the wrong type, such as --http-port abc.
        InvalidOperationException { InnerException: ArgumentException or FormatException } =>
            WithFlagNames(exception.Message, flags),
        _ => null,
    };

    internal static string? Describe(Exception exception, IReadOnlyList<ServiceFlag> flags, ListeningOptions? listening) =>
        exception is IOException { InnerException: AddressInUseException } && listening is not null
            ? PortInUse.Describe(exception.Message, listening)
            : Describe(exception, flags);

    private static string WithFlagNames(string message, IReadOnlyList<ServiceFlag> flags) =>
        flags.Aggregate(message, (text, flag) => text.Replace($"'{flag.Key}'", flag.Name, StringComparison.Ordinal));
}
