using System.Text.RegularExpressions;

namespace DroneDelivery.ServiceDefaults.Authorization;

/// <summary>The format of an owner's id: text that a path, a header and a comma-separated list carry unchanged.</summary>
public static partial class OwnerIdFormat
{
    /// <summary>Completes a sentence that begins with "must be".</summary>
    public const string Description = "1 to 100 letters, digits or . _ - @, of which the first is a letter or a digit";

    public static bool IsValid(ReadOnlySpan<char> text) => ValidId().IsMatch(text);

    [GeneratedRegex(@"\A[A-Za-z0-9][A-Za-z0-9._@-]{0,99}\z")]
    private static partial Regex ValidId();
}
