using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.ServiceDefaults;

/// <summary>The rules that the values of settings and parameters must meet. A value that meets its rule has no result.</summary>
public static class ValidationRules
{
    /// <param name="setting">The flag of a setting, or its key.</param>
    public static ValidationResult[] Range<T>(string setting, T value, T min, T max)
        where T : IComparable<T> =>
        IsWithin(value, min, max) ? [] : [new($"{setting} must be from {Text(min)} to {Text(max)}, not {Text(value)}.")];

    /// <param name="setting">The flag of a setting, or its key.</param>
    public static ValidationResult[] OneOf(string setting, string value, params string[] allowed) => allowed.Contains(value)
        ? []
        : [new($"{setting} must be {string.Join(", ", allowed[..^1])} or {allowed[^1]}, not \"{value}\".")];

    /// <param name="name">The name of the parameter.</param>
    /// <param name="what">Completes the sentence "5 is not ...", such as "a month".</param>
    public static ValidationResult[] Parameter(string name, int value, string what, int min, int max) =>
        IsWithin(value, min, max) ? [] : [new($"{value} is not {what} from {min} to {max}.", [name])];

    /// <summary>The year and month of a request.</summary>
    public static ValidationResult[] Month(int year, int month) =>
        [.. Parameter("year", year, "a year", 2000, 2999), .. Parameter("month", month, "a month", 1, 12)];

    /// <summary>The owner of a request. The message does not contain the value, which may be as long as a request line.</summary>
    public static ValidationResult[] Owner(string? ownerId) =>
        OwnerIdFormat.IsValid(ownerId) ? [] : [new($"The owner must be {OwnerIdFormat.Description}.", ["ownerId"])];

    private static bool IsWithin<T>(T value, T min, T max)
        where T : IComparable<T> => value.CompareTo(min) >= 0 && value.CompareTo(max) <= 0;

    private static string Text<T>(T value) => value is TimeSpan time
        ? time.ToString(time.Milliseconds == 0 ? "c" : @"hh\:mm\:ss\.fff")
        : FormattableString.Invariant($"{value}");
}
