using System.Collections.Frozen;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Finds the function that a call names; names are not case sensitive.</summary>
internal static class ScalarFunctions
{
    private static readonly FrozenDictionary<string, ScalarFunction> Functions =
        new[]
        {
            TypeFunctions.All, ConversionFunctions.All, StringFunctions.All, StringListFunctions.All, PositionFunctions.All,
            RegexFunctions.All, MathFunctions.All, IntegerFunctions.All, ArrayFunctions.All, ArrayStatisticsFunctions.All,
            SetFunctions.All, DateTimeFunctions.All, CurrentTimeFunctions.All, ItemFunctions.All,
        }
            .SelectMany(family => family)
            .ToFrozenDictionary(function => function.Name, StringComparer.OrdinalIgnoreCase);

    public static ScalarFunction Resolve(SqlCall call)
    {
        if (call.IsUserDefined)
        {
            throw new SqlNotSupportedException($"The user-defined function '{call.Function}'", call.Location);
        }

        if (!Functions.TryGetValue(call.Function, out var function))
        {
            throw Refuse(call);
        }

        if (call.Arguments.Length < function.MinArguments || call.Arguments.Length > function.MaxArguments)
        {
            throw new SqlSemanticException(SqlErrorCodes.ArgumentCount, DescribeArguments(function), call.Location);
        }

        return function;
    }

    private static SqlException Refuse(SqlCall call) => AbsentFunctions.IsBuiltIn(call.Function)
        ? new SqlNotSupportedException($"The function {call.Function.ToUpperInvariant()}", call.Location)
        : new SqlSemanticException(
            SqlErrorCodes.UnknownFunction,
            $"'{call.Function}' is not a recognized built-in function name.",
            call.NameLocation);

    private static string DescribeArguments(ScalarFunction function)
    {
        var count = function.MinArguments == function.MaxArguments ? $"{function.MinArguments}"
            : function.MaxArguments == int.MaxValue ? $"at least {function.MinArguments}"
            : $"{function.MinArguments} to {function.MaxArguments}";
        return $"The {function.Name} function requires {count} argument(s).";
    }
}
