using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>The limit of a result that may be longer than what it is made of: nested calls would multiply its length.</summary>
internal static class ResultLength
{
    /// <summary>Characters of a string, or items of an array.</summary>
    private const int Max = 2 * 1024 * 1024;

    /// <param name="function">The function or operator.</param>
    /// <exception cref="SqlSemanticException">The result is too long.</exception>
    public static void Check(string function, long length, string unit = "characters")
    {
        if (length > Max)
        {
            throw new SqlSemanticException(SqlErrorCodes.BadRequest, $"The result of {function} has {length} {unit}; {Max} are allowed.");
        }
    }
}
