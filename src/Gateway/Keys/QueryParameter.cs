namespace DroneDelivery.Gateway.Keys;

/// <summary>Reads a parameter of a query string as it was sent, such as <c>ownerId=acme</c>.</summary>
internal static class QueryParameter
{
    public static ReadOnlySpan<char> NameOf(ReadOnlySpan<char> parameter) =>
        parameter.IndexOf('=') is >= 0 and var equals ? parameter[..equals] : parameter;

    public static ReadOnlySpan<char> ValueOf(ReadOnlySpan<char> parameter) =>
        parameter.IndexOf('=') is >= 0 and var equals ? parameter[(equals + 1)..] : [];

    /// <summary>
    /// Returns whether a backend might read the parameter under this name: escapes are decoded, and case and surrounding white
    /// space are ignored.
    /// </summary>
    public static bool IsRead(ReadOnlySpan<char> sentName, string name) =>
        sentName.Contains('%')
            ? Uri.UnescapeDataString(sentName).Trim().Equals(name, StringComparison.OrdinalIgnoreCase)
            : sentName.Trim().Equals(name, StringComparison.OrdinalIgnoreCase);
}
